import { invalid } from '@app/kernel';

/** `field` is that of the form in which the picture was sent. */
export const undrawable = (field: string) => invalid(field, 'This file is damaged or cannot be drawn.');
export const tooLarge = (field: string, limit: string) =>
  invalid(field, `This picture is too large: ${limit}.`);
export const animated = (field: string) => invalid(field, 'Send a picture that does not move.');
export const tooDetailed = (field: string) =>
  invalid(field, 'This logo has too many details for a small picture; send a simpler one.');
