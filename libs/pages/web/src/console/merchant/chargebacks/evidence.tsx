import {
  call,
  can,
  Card,
  counted,
  FileField,
  FormDialog,
  Id,
  number,
  t,
  Time,
  toast,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { type Chargeback, isToAnswer, MAX_FILES } from './chargeback-parts';

interface Props {
  chargeback: Chargeback;
  reload: () => void;
}

/** What the bank of the payer gets: the comment of the answer, and the pictures that were uploaded for it. */
export function EvidenceCard({ chargeback, reload }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { files, comment } = chargeback;
  const canAdd = isToAnswer(chargeback) && files.length < MAX_FILES && can('uploadEvidence');
  return (
    <Card
      title={t('chargebacks.evidence')}
      actions={
        canAdd && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            {t('chargebacks.upload')}
          </button>
        )
      }
    >
      <div class="stack">
        {comment !== null && <p class="lined break">{comment}</p>}
        {files.length > 0 && (
          <ol class="stack">
            {files.map((file, place) => (
              <li key={file.file_id}>
                {fileName(file, place)} · <Time at={file.created_at} />
                <br />
                <Id id={file.file_id} />
              </li>
            ))}
          </ol>
        )}
        {files.length === 0 && comment === null && (
          <p class="soft">{t(canAdd ? 'chargebacks.evidence.none' : 'chargebacks.evidence.nothing')}</p>
        )}
        {canAdd && files.length > 0 && (
          <p class="soft small">{counted('chargebacks.upload.left', MAX_FILES - files.length)}</p>
        )}
      </div>
      {isOpen && (
        <UploadDialog
          id={chargeback.chargeback_id}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            reload();
          }}
        />
      )}
    </Card>
  );
}

/** "Picture 2, 120 kB": the names that files had are not kept. */
export const fileName = ({ bytes }: Chargeback['files'][number], place: number): string =>
  t('chargebacks.file', { number: number(place + 1), size: number(Math.ceil(bytes / 1000)) });

function UploadDialog({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  return (
    <FormDialog
      title={t('chargebacks.upload')}
      text={t('chargebacks.upload.text')}
      submit={t('chargebacks.upload.send')}
      onClose={onClose}
      onSubmit={async (_, key, form) => {
        const body = new FormData();
        body.append('chargeback_id', id);
        body.append('file', form.get('file') as File);
        await call<Answer<'businessChargebacksUpload'>>('uploadEvidence', { body, key });
        toast(t('chargebacks.upload.done'));
        onDone();
      }}
    >
      <FileField
        name="file"
        label={t('chargebacks.picture')}
        hint={t('chargebacks.picture.hint')}
        accept="image/jpeg,image/png"
      />
    </FormDialog>
  );
}
