import {
  Fault,
  faultOf,
  fileAddress,
  Loading,
  number,
  type Refusal,
  t,
  useEffect,
  useState,
} from '../../kit';

interface Picture {
  url: string;
  width: number;
  height: number;
}

/** A page of a document. Its bytes leave the memory with the screen. */
function usePage(id: string, page: number) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isLeft = false;
    let url = '';
    const load = async () => {
      setPicture(null);
      setFault(null);
      url = await fileAddress('admin.php:kyc/document', { document_id: id, page });
      if (isLeft) return URL.revokeObjectURL(url);
      const image = new Image();
      image.src = url;
      await image.decode();
      if (!isLeft) setPicture({ url, width: image.naturalWidth, height: image.naturalHeight });
    };
    load().catch((error: unknown) => isLeft || setFault(faultOf(error)));
    return () => {
      isLeft = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id, page, turn]);
  return { picture, fault, again: () => setTurn((last) => last + 1) };
}

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** Where a picture is drawn after quarter turns to the right. */
const turned = ({ width, height }: Picture, quarters: number) =>
  [
    { transform: undefined, viewBox: `0 0 ${width} ${height}` },
    { transform: `translate(${height} 0) rotate(90)`, viewBox: `0 0 ${height} ${width}` },
    { transform: `translate(${width} ${height}) rotate(180)`, viewBox: `0 0 ${width} ${height}` },
    { transform: `translate(0 ${width}) rotate(270)`, viewBox: `0 0 ${height} ${width}` },
  ][quarters % 4]!;

/** The pages of a document, to enlarge and to turn. */
export function DocumentPicture({ id, pages }: { id: string; pages: number }) {
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const { picture, fault, again } = usePage(id, page);
  const button = (text: string, act: () => void, isOff = false) => (
    <button type="button" class="button" aria-disabled={isOff} onClick={() => isOff || act()}>
      {text}
    </button>
  );
  const drawn = picture && turned(picture, quarters);
  return (
    <>
      <div class="row">
        {button(t('reviews.smaller'), () => setZoom(zoom - 1), zoom === 0)}
        {button(t('reviews.larger'), () => setZoom(zoom + 1), zoom === ZOOMS.length - 1)}
        {button(t('reviews.turn'), () => setQuarters(quarters + 1))}
        {pages > 1 && (
          <>
            {button(t('pager.previous'), () => setPage(page - 1), page === 1)}
            {button(t('pager.next'), () => setPage(page + 1), page === pages)}
            <span class="soft">{t('pager.page', { page: number(page), pages: number(pages) })}</span>
          </>
        )}
      </div>
      {fault && <Fault fault={fault} again={again} />}
      {!picture && !fault && <Loading lines={8} />}
      {picture && (
        <div class="picture" role="region" aria-label={t('reviews.picture')} tabIndex={0}>
          <svg
            role="img"
            aria-label={t('reviews.picture.page', { page: number(page) })}
            width={`${ZOOMS[zoom]! * 100}%`}
            viewBox={drawn!.viewBox}
          >
            <image
              href={picture.url}
              width={picture.width}
              height={picture.height}
              transform={drawn!.transform}
            />
          </svg>
        </div>
      )}
    </>
  );
}
