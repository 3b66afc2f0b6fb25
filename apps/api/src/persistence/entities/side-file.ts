/** Kinds of files beside a VOD that are neither video nor chat, with the end of their name as in v0 and Kodi. */
const SIDE_FILE_ENDING = {
  'nfo': '.nfo',
  'poster': '-thumb',
  'contact-sheet': '-contact_sheet.png',
} as const;
export type SideFileKind = keyof typeof SIDE_FILE_ENDING;

/** A file beside a VOD. `libraryPath`: its path in the library; null if there is none (S3). */
export interface SideFile {
  readonly kind: SideFileKind;
  readonly key: string;
  readonly sizeBytes: number;
  readonly libraryPath: string | null;
}

/** The name follows that of the VOD; a poster keeps the format of its object. */
export const sideFileName = (basename: string, { kind, key }: Pick<SideFile, 'kind' | 'key'>): string =>
  `${basename}${SIDE_FILE_ENDING[kind]}${kind === 'poster' ? (/\.[a-z]+$/.exec(key)?.[0] ?? '') : ''}`;

/** The list with the file in place of an earlier one of its kind. */
export const withSideFile = (files: readonly SideFile[], file: SideFile): SideFile[] => [
  ...files.filter(({ kind }) => kind !== file.kind),
  file,
];
