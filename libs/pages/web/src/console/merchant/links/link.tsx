import {
  call,
  can,
  Card,
  Columns,
  CopyButton,
  Facts,
  Fault,
  FormDialog,
  Head,
  Id,
  label,
  newKey,
  Notice,
  OutsideLink,
  Pill,
  saveFile,
  t,
  Time,
  toast,
  useRead,
  useRoute,
  useState,
  faultOf,
  messageOf,
  Pending,
} from '../../kit';
import { QrCode } from '../../parts/qr-code';
import { amountOf, LINKS, type PaymentLink, stateOf, usesOf } from './link-parts';

/** One payment link with its QR code. */
export default function LinkScreen() {
  const { id = '' } = useRoute().params;
  const { data: link, fault, reload } = useRead<PaymentLink>('link', { id });
  const [isClosing, setClosing] = useState(false);
  const crumb = { path: LINKS, name: t('menu.links') };
  if (!link) {
    return <Pending title={t('links.one')} crumb={crumb} fault={fault} again={reload} />;
  }
  const turn = async (active: boolean, key: string) => {
    await call('updateLink', { body: { id, active }, key });
    toast(t(active ? 'links.on.done' : 'links.off.done'));
    reload();
  };
  const turnOn = () => void turn(true, newKey()).catch((error: unknown) => toast(messageOf(faultOf(error))));
  return (
    <>
      <Head
        crumb={crumb}
        title={link.title}
        beside={<Pill status={stateOf(link)} />}
        under={amountOf(link)}
        actions={
          can('updateLink') &&
          (link.active ? (
            <button type="button" class="button" onClick={() => setClosing(true)}>
              {t('links.off')}
            </button>
          ) : (
            <button type="button" class="button primary" onClick={turnOn}>
              {t('links.on')}
            </button>
          ))
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Situation link={link} />
      <Columns main={<Share link={link} />} side={<Sides link={link} />} />
      {isClosing && (
        <FormDialog
          title={t('links.off')}
          text={t('links.off.text')}
          submit={t('links.off')}
          isDangerous
          onClose={() => setClosing(false)}
          onSubmit={async (_, key) => {
            await turn(false, key);
            setClosing(false);
          }}
        />
      )}
    </>
  );
}

function Situation({ link }: { link: PaymentLink }) {
  if (link.needs === 'kyb') return <Notice>{t('links.kyb')}</Notice>;
  if (link.payable) return <Notice kind="good">{t('links.open')}</Notice>;
  return <Notice>{t('links.over', { why: label('links.over', stateOf(link)) })}</Notice>;
}

/** What is handed to payers: the address, and the same as a code to print. */
function Share({ link }: { link: PaymentLink }) {
  const save = () =>
    saveFile(new Blob([link.qr_svg], { type: 'image/svg+xml' }), `payment-link-${link.code}.svg`);
  return (
    <Card
      title={t('links.address')}
      actions={
        <button type="button" class="button" onClick={save}>
          {t('links.qr.save')}
        </button>
      }
    >
      <div class="stack">
        <p class="row">
          <OutsideLink url={link.url} /> <CopyButton text={link.url} name={t('links.address')} />
        </p>
        <QrCode svg={link.qr_svg} name={t('links.qr')} />
        {link.description && <p class="soft lined">{link.description}</p>}
      </div>
    </Card>
  );
}

function Sides({ link }: { link: PaymentLink }) {
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('amount'), amountOf(link)],
            [t('links.uses'), usesOf(link)],
            link.expires_at !== null && [t('links.expires'), <Time at={link.expires_at} />],
            link.success_url !== null && [t('links.success_url'), <OutsideLink url={link.success_url} />],
            [t('created'), <Time at={link.created_at} />],
          ]}
        />
      </Card>
      <Card title={t('ids')}>
        <p>
          <Id id={link.id} />
        </p>
      </Card>
    </>
  );
}
