/** Why a PDF is refused. */
export type PdfFault = 'damaged' | 'password' | 'too-many-pages' | 'page-too-large';

/** Limits for the worker that draws a PDF. */
export interface PdfTask {
  file: Uint8Array;
  maxPages: number;
  maxPagePixels: number;
  /** Dots per inch. */
  resolution: number;
  /** Bytes of memory for the program that draws. */
  maxMemory: number;
}

/** What the worker sends: its folder in the system, each page on request, then the end or a fault. */
export type PdfMessage =
  | { kind: 'start'; thread: string | null }
  | { kind: 'page'; width: number; height: number; pixels: Uint8Array }
  | { kind: 'end' }
  | { kind: 'fault'; fault: PdfFault };
