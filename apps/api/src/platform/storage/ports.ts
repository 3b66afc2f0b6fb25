import { type Readable } from 'node:stream';

/** What the HTTP layer reads media from; `Storage` of libs/storage is one. Also the injection token. */
export abstract class MediaStore {
  abstract head(key: string): Promise<{ readonly sizeBytes: number; readonly modifiedAt: Date } | null>;
  abstract get(
    key: string,
    range?: { readonly start: number; readonly end?: number },
    signal?: AbortSignal,
  ): Promise<{
    readonly stream: Readable;
    readonly sizeBytes: number;
    readonly totalBytes: number;
    readonly modifiedAt: Date;
  }>;
}

export interface StoredMedia {
  readonly key: string;
  readonly contentType: string;
}
/** JSON that is made when it is asked for: nothing of it is stored. */
interface MadeMedia {
  readonly json: object;
}
export type ResolvedMedia = StoredMedia | MadeMedia;

/**
 * What stands behind a media address: `/vods/<channel>/<basename.ext>`, `/saved_vods/...`, `/saved_clips/...`,
 * `/cache/thumbs/<name>`, `/cache/pictures/<name>`. A chat file has its VOD's basename too.
 */
export abstract class MediaResolver {
  /** @param urlPath decoded, below the basepath, without `.`, `..` and empty parts; null: 404 */
  abstract resolve(urlPath: string): Promise<ResolvedMedia | null>;
}
