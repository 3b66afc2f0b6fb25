/** Languages of the catalogue. */
export const LANGUAGES = ['en', 'sv', 'ko', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
