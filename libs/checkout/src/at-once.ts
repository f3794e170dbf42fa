/** So many questions to a slow gateway run at once. */
export const AT_ONCE = 8;
