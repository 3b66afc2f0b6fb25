import { type Assignment } from '#libs/contracts';
import { type BufferPool } from '#libs/media';
import { Providers, type ChatSource } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { openSource, type OpenedSource } from './open-source.js';
import { SourceSecrets } from './source-secrets.js';

/** Opens the sources of this process: it holds the key of their credentials, and knows their sites. */
@Injectable()
export class SourceOpener {
  constructor(
    private readonly secrets: SourceSecrets,
    private readonly providers: Providers,
  ) {}

  /** @throws UserError `unknown-provider` */
  chatOf(kind: string): ChatSource | null {
    return this.providers.of(kind).chat;
  }

  /** @throws as {@link openSource} */
  open(assignment: Assignment, pool: BufferPool, signal: AbortSignal): Promise<OpenedSource> {
    return openSource(assignment, { pool, secrets: this.secrets, providers: this.providers, signal });
  }
}
