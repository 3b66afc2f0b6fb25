import { message } from '#libs/messages';
import { VERSION } from '#libs/service-kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Transactions } from '../../persistence/database/tx.js';
import { Notifications } from '../../platform/notifications.service.js';

/** Reports a start with another version than the last one. */
@Injectable()
export class VersionReport implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: Notifications,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.report(VERSION);
  }

  /** The first version of an installation is not reported. */
  async report(version: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await tx.query('INSERT INTO last_version (version) VALUES ($1) ON CONFLICT DO NOTHING', [version]);
      const [row] = await tx.query<{ version: string }[]>('SELECT version FROM last_version FOR UPDATE');
      if (!row || row.version === version) return;
      await tx.query('UPDATE last_version SET version = $1', [version]);
      await this.notifications.add(
        {
          eventId: `update ${row.version} ${version} ${Date.now()}`,
          category: 'update',
          level: 'info',
          title: message('notification.updated', { version }),
          text: message('notification.updated-from', { version: row.version }),
        },
        tx,
      );
    });
    this.notifications.committed();
  }
}
