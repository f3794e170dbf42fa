import { Injectable } from '@nestjs/common';
import type SharpFactory from 'sharp';
import type { Sharp } from 'sharp';
import { tooLarge, undrawable } from '../document.errors';

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

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 12_000;
const STORED_SIDE = 3_000;
const QUALITY = 88;
const TIMEOUT_SECONDS = 10;

/**
 * Redraws pictures with libvips. Only the loaders of JPEG and PNG are allowed, and the size is read from the header before
 * a pixel is. Metadata, trailing bytes and second formats within the file do not survive.
 */
@Injectable()
export class PicturesService {
  private factory: Promise<typeof SharpFactory> | undefined;

  /** Throws VALIDATION_ERROR for pictures that are too large, damaged or take too long. */
  async redraw(file: Buffer): Promise<Picture> {
    const sharp = await this.sharp();
    const input = sharp(file, {
      failOn: 'error',
      limitInputPixels: MAX_PIXELS,
      sequentialRead: true,
      pages: 1,
    });
    const { width, height } = await sharp(file, { limitInputPixels: false })
      .metadata()
      .catch(() => ({ width: 0, height: 0 }));
    if (!width || !height) throw undrawable();
    if (width > MAX_SIDE || height > MAX_SIDE) throw tooLarge(`at most ${MAX_SIDE} pixels a side`);
    if (width * height > MAX_PIXELS) throw tooLarge(`at most ${MAX_PIXELS / 1e6} megapixels`);
    return this.drawn(input.autoOrient());
  }

  /** The picture of a page that was drawn already. */
  async encode({ width, height, pixels }: Bitmap): Promise<Picture> {
    const sharp = await this.sharp();
    return this.drawn(sharp(pixels, { raw: { width, height, channels: 4 } }));
  }

  private async drawn(picture: Sharp): Promise<Picture> {
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
      throw undrawable();
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
