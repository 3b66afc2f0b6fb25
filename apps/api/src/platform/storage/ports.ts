import { type Readable } from 'node:stream';

/** Source of media for the HTTP layer; `Storage` of libs/storage implements it. Also the injection token. */
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
/** JSON that is generated for the request and not stored. */
interface GeneratedMedia {
  readonly json: object;
}
export type ResolvedMedia = StoredMedia | GeneratedMedia;

/**
 * Resolves media URLs: `/vods/<channel>/<basename.ext>`, `/saved_vods/...`, `/saved_clips/...`, `/cache/thumbs/<name>`,
 * `/cache/pictures/<name>`. A chat file also has its VOD's basename.
 */
export abstract class MediaResolver {
  /**
   * @param urlPath decoded, below the basepath, without `.`, `..` and empty segments
   * @returns null for a 404
   */
  abstract resolve(urlPath: string): Promise<ResolvedMedia | null>;
}
