/** The ending of a name, as it is written there, without its dot. */
export const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Name of a picture below `/cache/thumbs/`: whose it is, and in which format. */
export const thumbName = (uuid: string, key: string): string => `${uuid}.${extensionOf(key)}`;

/** Address of a file or folder by its path, each part encoded; parts that are empty are left out. */
export const mediaAddress = (basepath: string, ...parts: readonly string[]): string =>
  `${basepath}/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')}`;
