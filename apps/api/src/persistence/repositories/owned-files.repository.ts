import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Transactions } from '../database/tx.js';
import { companionOfClip } from '../entities/clip-place.js';
import { ClipEntity } from '../entities/clip.entity.js';
import { FileEntity } from '../entities/file.entity.js';

/** Finds which files of the library folder belong to a VOD or a clip. */
@Injectable()
export class OwnedFiles {
  constructor(private readonly transactions: Transactions) {}

  /** @param libraryPath path below the library folder, separated by `/` */
  async has(libraryPath: string): Promise<boolean> {
    const [file, clip, others] = await Promise.all([
      this.transactions.plain.existsBy(FileEntity, { libraryPath, deleted: false }),
      this.transactions.plain.existsBy(ClipEntity, {
        libraryPath: In([libraryPath, companionOfClip(libraryPath)?.clip ?? libraryPath]),
      }),
      this.transactions.plain.query<unknown[]>(
        `SELECT 1 FROM vod WHERE chat -> 'file' ->> 'libraryPath' = $1 OR downloaded_chat ->> 'libraryPath' = $1
         UNION SELECT 1 FROM file WHERE subtitles <> '[]' AND NOT deleted
           AND subtitles @> jsonb_build_array(jsonb_build_object('libraryPath', $1::text))
         UNION SELECT 1 FROM vod WHERE side_files <> '[]'
           AND side_files @> jsonb_build_array(jsonb_build_object('libraryPath', $1::text)) LIMIT 1`,
        [libraryPath],
      ),
    ]);
    return file || clip || others.length > 0;
  }

  /**
   * The paths that the media addresses serve: files of VODs with their subtitles, clips and local videos, and
   * chat files and side files of VODs.
   * @param paths as in {@link has}
   */
  async served(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.transactions.plain.query<{ path: string }[]>(
      `SELECT library_path AS path FROM file WHERE library_path = ANY($1) AND NOT deleted
       UNION SELECT s ->> 'libraryPath' FROM file, jsonb_array_elements(subtitles) s
         WHERE subtitles <> '[]' AND NOT deleted AND s ->> 'libraryPath' = ANY($1)
       UNION SELECT library_path FROM clip WHERE library_path = ANY($1) AND missing_since IS NULL
       UNION SELECT path FROM local_video WHERE path = ANY($1)
       UNION SELECT chat -> 'file' ->> 'libraryPath' FROM vod WHERE chat -> 'file' ->> 'libraryPath' = ANY($1)
       UNION SELECT downloaded_chat ->> 'libraryPath' FROM vod WHERE downloaded_chat ->> 'libraryPath' = ANY($1)
       UNION SELECT s ->> 'libraryPath' FROM vod, jsonb_array_elements(side_files) s
         WHERE side_files <> '[]' AND s ->> 'libraryPath' = ANY($1)`,
      [paths],
    );
    return new Set(rows.map(({ path }) => path));
  }
}
