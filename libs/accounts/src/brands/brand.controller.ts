import { Body } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import {
  By,
  ClientAddress,
  Context,
  GetAction,
  ownerOf,
  PostAction,
  Upload,
  type UserCaller,
  WireController,
} from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { ConfirmSupportEmailDto, UpdateBrandDto } from './brand.dto';
import { ConfirmSupportEmail } from './commands/confirm-support-email';
import { RemoveLogo } from './commands/remove-logo';
import { UpdateBrand } from './commands/update-brand';
import { LOGO_FIELD, UploadLogo } from './flows/upload-logo';
import { OwnBrandService } from './own-brand.service';
import { SupportEmailCodesService } from './support-email-codes.service';

const MAX_LOGO_BYTES = 1_000_000;
/** Boundaries and headers of the form. */
const FORM_BYTES = 64 * 1024;

const FORM = {
  type: 'object',
  required: [LOGO_FIELD],
  properties: {
    [LOGO_FIELD]: {
      type: 'string',
      format: 'binary',
      description: 'JPEG or PNG, at most 1,000,000 bytes and 4,000 pixels a side',
    },
  },
};

/** Brands are of businesses, which a session of the account changes. */
const OF_BUSINESS = { credentials: ['session'], accountType: 'business', team: 'brand' } as const;

/** `business.php?section=brand`: what a business shows on pages and in mails. */
@WireController('business.php')
export class BrandController {
  constructor(
    private readonly commands: Commands,
    private readonly brands: OwnBrandService,
    private readonly codes: SupportEmailCodesService,
    private readonly uploads: UploadLogo,
  ) {}

  @GetAction('brand/get', { ...OF_BUSINESS, summary: 'Name, colour, logo and contacts on your pages' })
  get(@By() caller: UserCaller) {
    return this.brands.of(ownerOf(caller));
  }

  @PostAction('brand/update', {
    ...OF_BUSINESS,
    summary: 'Change name, colour and contacts',
    pin: true,
    sendsMoney: false,
    provedFor: 'change your brand',
    refusals: ['NOT_FOUND'],
  })
  update(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @ClientAddress() ip: string,
    @Body() body: UpdateBrandDto,
  ) {
    const entries = {
      displayName: body.display_name,
      color: body.color?.toLowerCase() ?? body.color,
      supportEmail: body.support_email,
      supportPhone: body.support_phone,
      supportUrl: body.support_url,
      termsUrl: body.terms_url,
      postalAddress: body.postal_address,
    };
    return this.commands.answer(
      context,
      new UpdateBrand(ownerOf(caller), entries, ip),
      ({ brand, unconfirmedEmail }) => this.brands.viewOf(brand, unconfirmedEmail),
    );
  }

  @PostAction('brand/confirm-support-email', {
    ...OF_BUSINESS,
    summary: 'Prove the support address with its code',
    refusals: ['LIMIT_REACHED'],
  })
  async confirmSupportEmail(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { otp }: ConfirmSupportEmailDto,
  ) {
    const ownerId = ownerOf(caller);
    const code = await this.codes.check(ownerId, otp);
    return this.commands.answer(context, new ConfirmSupportEmail(ownerId, code), (brand) => ({
      message: 'Support address confirmed.',
      support_email: brand.supportEmail,
    }));
  }

  @PostAction('brand/upload-logo', {
    ...OF_BUSINESS,
    summary: 'Upload a logo: JPEG or PNG',
    provedFor: 'upload a logo',
    rate: 'upload',
    upload: { field: LOGO_FIELD, maxBytes: MAX_LOGO_BYTES },
    maxBodyBytes: MAX_LOGO_BYTES + FORM_BYTES,
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: FORM as never })
  uploadLogo(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @ClientAddress() address: string,
    @Upload() file: Buffer,
  ) {
    return this.uploads.run({ ownerId: ownerOf(caller), address, file }, context, (brand) => ({
      message: 'Logo saved.',
      logo_url: this.brands.logoUrlOf(brand),
      width: brand.logoWidth,
      height: brand.logoHeight,
    }));
  }

  @PostAction('brand/remove-logo', {
    ...OF_BUSINESS,
    summary: 'Remove the logo',
    refusals: ['INVALID_STATE'],
  })
  removeLogo(@By() caller: UserCaller, @Context() context: RequestContext) {
    return this.commands.answer(context, new RemoveLogo(ownerOf(caller)), () => ({
      message: 'Logo removed.',
    }));
  }
}
