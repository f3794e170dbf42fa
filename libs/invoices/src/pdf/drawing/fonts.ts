import { readFileSync } from 'node:fs';
import { create, type Font as FontkitFont } from 'fontkit';

export type Weight = 'regular' | 'semibold';

/** Shown in place of a character that no font has. PDF/A forbids missing glyphs. */
export const REPLACEMENT = '\uFFFD';

/** In order of preference; the first font that has a character draws it. */
const FILES: Record<Weight, string[]> = {
  regular: [
    require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  ],
  semibold: [
    require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
    require.resolve('@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf'),
  ],
};

/** Glyphs from left to right. */
export interface GlyphRun {
  glyphs: { id: number; advanceWidth: number }[];
  positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  /** The characters of each glyph in the order of the text; none for a further glyph of the same character. */
  texts: string[];
}

/** A font whose runs tell their texts. */
export interface Font extends Omit<FontkitFont, 'layout'> {
  layout(
    characters: { id: number; codePoints: number[] }[],
    features: [],
    script: undefined,
    language: undefined,
    direction: 'ltr' | 'rtl',
  ): GlyphRun;
}

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
  return FILES[weight].map((file, at) => ({
    name: `${weight}-${at}`,
    font: withTexts(create(readFileSync(file)) as unknown as Font),
  }));
}

/** The parts of fontkit's layout that are changed here. */
interface LayoutEngine {
  glyphInfos: { codePoints: number[] }[];
  substitute(run: GlyphRun): void;
  GPOSProcessor: { applyAnchor(mark: unknown, base: unknown, at: number): void };
}

/** Lets the font tell which characters each glyph stands for, and go on where it has no place for a mark. */
function withTexts(font: Font): Font {
  const { engine } = (font as unknown as { _layoutEngine: { engine: LayoutEngine } })._layoutEngine;
  const positions = engine.GPOSProcessor;
  const [substitute, applyAnchor] = [engine.substitute.bind(engine), positions.applyAnchor.bind(positions)];
  engine.substitute = (run) => {
    substitute(run);
    run.texts = engine.glyphInfos.map(({ codePoints }) => String.fromCodePoint(...codePoints));
  };
  positions.applyAnchor = (mark, base, at) => {
    if (base) applyAnchor(mark, base, at);
  };
  return font;
}

const chosen: Record<Weight, Map<string, Face>> = { regular: new Map(), semibold: new Map() };

/** The face that draws the character; undefined if none has it. */
export function faceFor(weight: Weight, character: string): Face | undefined {
  const known = chosen[weight];
  const before = known.get(character);
  if (before) return before;
  const point = character.codePointAt(0)!;
  const face = FACES[weight].find(({ font }) => font.hasGlyphForCodePoint(point));
  if (face) known.set(character, face);
  return face;
}
