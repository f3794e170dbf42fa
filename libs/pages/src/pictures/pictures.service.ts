import { Injectable } from '@nestjs/common';
import type SharpFactory from 'sharp';
import type { Sharp } from 'sharp';
import { animated, tooDetailed, tooLarge, undrawable } from './picture.errors';
import { isAnimatedPng } from './png.policy';

/** A picture as it is stored: upright, flat, without anything of the file it came from. */
export interface Picture {
  jpeg: Buffer;
  /** Length of its shorter side in pixels. */
  shortSide: number;
}

/** Pixels in the order red, green, blue, alpha. */
export interface Bitmap {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A PNG with its size in pixels. */
export interface LogoPicture {
  png: Buffer;
  width: number;
  height: number;
}

/** A logo in the sizes in which it is shown. */
export interface Logo {
  /** For pages and mails: 240 x 80 pixels and 6,000 bytes at most, with transparent parts. */
  screen: LogoPicture;
  /** For paper: 720 x 240 pixels and 60,000 bytes at most, on white. */
  print: LogoPicture;
}

interface Size {
  width: number;
  height: number;
  maxBytes: number;
}

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 12_000;
const STORED_SIDE = 3_000;
const QUALITY = 88;
const TIMEOUT_SECONDS = 10;
const LOGO_SIDE = 4_000;
const SCREEN: Size = { width: 240, height: 80, maxBytes: 6_000 };
const PRINT: Size = { width: 720, height: 240, maxBytes: 60_000 };
/** Colours of a logo, until it has few enough bytes; null: as many as it has. With fewer it would not be the same logo. */
const PALETTES = [null, 256, 128, 64, 32, 16, 8];

/**
 * Redraws pictures with libvips. Only the loaders of JPEG and PNG are allowed, and the size is read from the header before
 * a pixel is. Metadata, trailing bytes and second formats within the file do not survive.
 */
@Injectable()
export class PicturesService {
  private factory: Promise<typeof SharpFactory> | undefined;

  /** Throws VALIDATION_ERROR of `field` for pictures that are too large, damaged or take too long. */
  async redraw(file: Buffer, field: string): Promise<Picture> {
    return this.drawn((await this.opened(file, field, MAX_SIDE)).autoOrient(), field);
  }

  /** The picture of a page that was drawn already. */
  async encode({ width, height, pixels }: Bitmap, field: string): Promise<Picture> {
    const sharp = await this.sharp();
    return this.drawn(sharp(pixels, { raw: { width, height, channels: 4 } }), field);
  }

  /**
   * Draws a logo of 4,000 pixels a side at most. Throws VALIDATION_ERROR of `field` where the file is larger, moves, is
   * damaged, takes too long, or has too many details.
   */
  async drawLogo(file: Buffer, field: string): Promise<Logo> {
    if (isAnimatedPng(file)) throw animated(field);
    const picture = (await this.opened(file, field, LOGO_SIDE)).autoOrient().toColourspace('srgb');
    // The file is decoded once, for both sizes.
    const { data, info } = await picture
      .ensureAlpha()
      .resize({ width: PRINT.width, height: PRINT.height, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw undrawable(field);
      });
    const sharp = await this.sharp();
    const { width, height } = info;
    const drawn = () => sharp(data, { raw: { width, height, channels: 4 } });
    return {
      screen: await fitted(drawn(), SCREEN, field),
      print: await fitted(drawn().flatten({ background: '#ffffff' }), PRINT, field),
    };
  }

  /** The size is read from the header alone. */
  private async opened(file: Buffer, field: string, maxSide: number): Promise<Sharp> {
    const sharp = await this.sharp();
    const { width, height } = await sharp(file, { limitInputPixels: false })
      .metadata()
      .catch(() => ({ width: 0, height: 0 }));
    if (!width || !height) throw undrawable(field);
    if (width > maxSide || height > maxSide) throw tooLarge(field, `at most ${maxSide} pixels a side`);
    if (width * height > MAX_PIXELS) throw tooLarge(field, `at most ${MAX_PIXELS / 1e6} megapixels`);
    return sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true, pages: 1 });
  }

  private async drawn(picture: Sharp, field: string): Promise<Picture> {
    try {
      const { data, info } = await picture
        .flatten({ background: '#ffffff' })
        .resize({ width: STORED_SIDE, height: STORED_SIDE, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .jpeg({ quality: QUALITY })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer({ resolveWithObject: true });
      return { jpeg: data, shortSide: Math.min(info.width, info.height) };
    } catch {
      throw undrawable(field);
    }
  }

  /** Loaded with the first upload, because other processes never need it. */
  private sharp(): Promise<typeof SharpFactory> {
    return (this.factory ??= import('sharp').then(({ default: sharp }) => {
      sharp.block({ operation: ['VipsForeignLoad'] });
      sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
      sharp.concurrency(1);
      sharp.cache(false);
      return sharp;
    }));
  }
}

/** As a PNG within a size, with as many colours as its bytes allow. */
async function fitted(picture: Sharp, { maxBytes, ...box }: Size, field: string): Promise<LogoPicture> {
  const resized = picture.resize({ ...box, fit: 'inside', withoutEnlargement: true });
  for (const colours of PALETTES) {
    const palette = colours === null ? {} : { palette: true, colours, dither: 0, effort: 10 };
    const { data, info } = await resized
      .clone()
      .png({ compressionLevel: 9, ...palette })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= maxBytes) return { png: data, width: info.width, height: info.height };
  }
  throw tooDetailed(field);
}
