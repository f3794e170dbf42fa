import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'semibold';

/** Shown in place of a character that no font has. PDF/A forbids missing glyphs. */
export const REPLACEMENT = '\uFFFD';

const ARABIC = '@expo-google-fonts/noto-sans-arabic';
const LATIN = '@expo-google-fonts/noto-sans';

/** In order of preference; the first font that has a character draws it. */
const FILES: Record<Weight, string[]> = {
  regular: [
    `${LATIN}/400Regular/NotoSans_400Regular.ttf`,
    `${ARABIC}/400Regular/NotoSansArabic_400Regular.ttf`,
  ],
  semibold: [
    `${LATIN}/600SemiBold/NotoSans_600SemiBold.ttf`,
    `${ARABIC}/600SemiBold/NotoSansArabic_600SemiBold.ttf`,
  ],
};

/** An embedded font, parsed once per thread. */
export interface Face {
  /** Its name in a document. */
  name: string;
  font: Font;
}

const FACES: Record<Weight, Face[]> = { regular: read('regular'), semibold: read('semibold') };

/** All faces, for a document to register. */
export const ALL_FACES = Object.values(FACES).flat();

function read(weight: Weight): Face[] {
  return FILES[weight].map((file, at) => {
    const font = create(readFileSync(require.resolve(file))) as Font;
    // fontkit keeps for each glyph the characters it was first used for, and a glyph can also be a part of another
    // character ("o" of "ọ"). Copied text would then be wrong, so every glyph is first used for its own character.
    font.characterSet.filter(isOwnCharacter).forEach((point) => font.glyphForCodePoint(point));
    return { name: `${weight}-${at}`, font };
  });
}

/** Whether a character is not merely the form of another one, as the presentation forms of Arabic letters are. */
function isOwnCharacter(point: number): boolean {
  const character = String.fromCodePoint(point);
  return character.normalize('NFKC') === character;
}

const chosen: Record<Weight, Map<string, Face | undefined>> = { regular: new Map(), semibold: new Map() };

/** The face that draws the character; undefined if none has it. */
export function faceFor(weight: Weight, character: string): Face | undefined {
  const known = chosen[weight];
  if (known.has(character)) return known.get(character);
  const point = character.codePointAt(0)!;
  const face = FACES[weight].find(({ font }) => font.hasGlyphForCodePoint(point));
  known.set(character, face);
  return face;
}
