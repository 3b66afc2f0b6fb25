import { objectKeys } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { message } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { StorageIdentity } from '../../platform/storage/storage-identity.js';
import { Notices } from '../../platform/notices.service.js';
import { ScanRepository } from '../../persistence/repositories/scan.repository.js';

/** Key and kind of the notice. */
const LIBRARY_LOST = 'library-lost';

/**
 * Detects a lost database at startup: storage contains recordings, but the database is empty. Asks the operator and
 * does nothing on its own.
 */
@Injectable()
export class LostLibrary implements OnApplicationBootstrap {
  private readonly log = new Logger('scan');

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly rows: ScanRepository,
    private readonly notices: Notices,
    @Inject(StorageIdentity) private readonly app: Pick<StorageIdentity, 'settled'>,
  ) {}

  onApplicationBootstrap(): void {
    this.app.settled
      .then(() => this.check())
      .catch((thrown: unknown) => {
        this.log.warn(`check for a lost library failed: ${messageOf(thrown)}`);
      });
  }

  /** Runs at startup and after a scan. @returns whether the operator was notified */
  async check(): Promise<boolean> {
    if (!(await this.rows.isEmpty()) || !(await this.hasVods())) {
      await this.notices.resolve(LIBRARY_LOST);
      return false;
    }
    await this.notices.raise({
      key: LIBRARY_LOST,
      kind: LIBRARY_LOST,
      level: 'warning',
      title: message('notice.library-lost.title'),
      text: message('notice.library-lost.text'),
    });
    return true;
  }

  private async hasVods(): Promise<boolean> {
    for await (const _ of this.storage.names(objectKeys.vods())) return true;
    return false;
  }
}
