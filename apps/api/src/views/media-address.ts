/** Extension of a file name, without the dot, in its original case. */
export const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** File name of an image below `/cache/thumbs/`: the uuid of its owner and the format. */
export const thumbName = (uuid: string, key: string): string => `${uuid}.${extensionOf(key)}`;

/** URL of a file or folder. Each path segment is encoded; empty segments are left out. */
export const mediaAddress = (basepath: string, ...parts: readonly string[]): string =>
  `${basepath}/${parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')}`;
