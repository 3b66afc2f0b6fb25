import { HistoryEntry } from '#libs/contracts';
import { type ApiConfig } from '#libs/config';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type z } from 'zod';
import { pictureAddress } from '../../sites/picture-id.js';
import { HistoryRepository } from '../../persistence/repositories/history.repository.js';

type Entry = z.infer<typeof HistoryEntry>;

/** The history of a channel in the format of the API. */
@Injectable()
export class History {
  constructor(
    private readonly rows: HistoryRepository,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Oldest first. @throws UserError `no-history` */
  async of(channelUuid: string): Promise<Entry[]> {
    const rows = await this.rows.of(channelUuid);
    if (rows.length === 0) throw new UserError(message('error.no-history'));
    return rows.map(({ fact }) => this.present(HistoryEntry.parse(fact)));
  }

  /** Replaces image URLs of the site with URLs of this installation. */
  private present(entry: Entry): Entry {
    return 'action' in entry || entry.box_art_url === null
      ? entry
      : { ...entry, box_art_url: pictureAddress(this.config.http.basepath, entry.box_art_url) };
  }
}
