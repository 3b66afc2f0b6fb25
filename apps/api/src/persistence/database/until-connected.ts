import { type Log } from '#libs/service-kit';
import { messageOf } from '#libs/errors';
import { setTimeout as wait } from 'node:timers/promises';
import { type DataSource } from 'typeorm';

const RETRY_MS = 500;

/** Waits for Postgres, which may still be starting or be unavailable; logs this once. */
export async function untilConnected(db: DataSource, log: Log, signal: AbortSignal): Promise<void> {
  for (let isLogged = false; ; isLogged = true) {
    try {
      await db.initialize();
      return;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!isLogged) log.warn(`waiting for PostgreSQL: ${messageOf(thrown)}`);
      await wait(RETRY_MS, undefined, { signal });
    }
  }
}
