import { type Notice, type View } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { isSameMessage, type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { UiNotifier } from './messaging/ui-notifier.js';
import { noticeEvent, Notifications } from './notifications.service.js';
import { Transactions } from '../persistence/database/tx.js';
import { NoticeEntity } from '../persistence/entities/notice.entity.js';
import { NoticeRepository } from '../persistence/repositories/notice.repository.js';

export interface NewNotice {
  readonly key: string;
  readonly kind: Notice['kind'];
  readonly level: Notice['level'];
  readonly title: Message;
  readonly text: Message;
  readonly channelUuid?: string | undefined;
  readonly vodUuid?: string;
  /** A receiver of notifications that this notice is about, and that gets none about it. */
  readonly receiverId?: string;
}

const MAX_LISTED = 100;
/** Resolved notices are deleted after this time. */
const RETENTION_MS = 14 * 86_400_000;

/** Notices for the operator. A notice stays until the operator dismisses it. Its start and its end are notifications. */
@Injectable()
export class Notices {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: NoticeRepository,
    private readonly notifier: UiNotifier,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Raises a notice. If an open notice has the same key, another text replaces its text; the same text changes nothing.
   * One problem is one notification, whatever its text becomes.
   */
  async raise(notice: NewNotice): Promise<void> {
    const isNew = await this.transactions.run(async (tx) => {
      const { key, kind, level, title, text, channelUuid = null, vodUuid = null } = notice;
      const now = new Date();
      const values = { kind, level, title, text, channelUuid, vodUuid, lastAt: now, resolvedAt: null };
      const row = await this.rows.claim(
        Object.assign(new NoticeEntity(), { ...values, id: ulid(), key, firstAt: now, count: 0 }),
        tx,
      );
      const isOpen = row.count > 0 && row.resolvedAt === null;
      if (isOpen && isSameMessage(row.text, text)) return false;
      Object.assign(row, values, { count: row.count + 1 });
      await this.rows.save(row, tx);
      if (!isOpen) await this.notifications.add({ ...noticeEvent(row), except: notice.receiverId }, tx);
      return true;
    });
    if (!isNew) return;
    this.notifications.committed();
    this.notifier.notify('notice', notice.key);
  }

  /** Marks the problem as resolved without the operator. */
  async resolve(key: string, receiverId?: string): Promise<void> {
    const isResolved = await this.transactions.run(async (tx) => {
      const row = await this.rows.resolve(key, { at: new Date(), tx });
      if (row) await this.notifications.add({ ...noticeEvent(row), except: receiverId }, tx);
      return row !== null;
    });
    if (!isResolved) return;
    this.notifications.committed();
    this.notifier.notify('notice', key);
  }

  isOpen(key: string): Promise<boolean> {
    return this.rows.isOpen(key);
  }

  async openKeys(kind: Notice['kind']): Promise<string[]> {
    return (await this.rows.listOpen(kind)).map(({ key }) => key);
  }

  /** VODs with an open notice of this kind. */
  async openVods(kind: Notice['kind']): Promise<string[]> {
    return (await this.rows.listOpen(kind)).flatMap((n) => n.vodUuid ?? []);
  }

  async list(): Promise<View<typeof Notice>[]> {
    await this.rows.deleteResolvedBefore(new Date(Date.now() - RETENTION_MS));
    return (await this.rows.list(MAX_LISTED)).map(present);
  }

  /** @throws UserError `notice-missing` (404) */
  async dismiss(id: string): Promise<void> {
    if (!(await this.rows.remove(id))) throw new UserError(message('error.notice-missing'), { status: 404 });
    this.notifier.notify('notice', id);
  }
}

const present = (n: NoticeEntity): View<typeof Notice> => ({
  id: n.id,
  kind: n.kind,
  level: n.level,
  channel_uuid: n.channelUuid,
  vod_uuid: n.vodUuid,
  title: n.title,
  text: n.text,
  first_at: n.firstAt.toISOString(),
  last_at: n.lastAt.toISOString(),
  count: n.count,
  resolved_at: n.resolvedAt?.toISOString() ?? null,
});
