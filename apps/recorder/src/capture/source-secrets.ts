import { type Assignment, NO_ACCESS, parseSourceAccess, type SourceAccess, sourceHeadersOf } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { basicLogin, type HttpProxy } from '#libs/media';

/** Unseals the secrets of one channel. The recorder holds only the key of this purpose. */
export interface Opener {
  open(owner: string, envelope: string): string;
}

/** Unseals the address of a source and the headers that are sent only to its origin. */
export class SourceSecrets {
  /** @param opener null if this recorder has no key */
  constructor(private readonly opener: Opener | null) {}

  /** @throws UserError `no-key`, `wrong-key`, `broken-seal`, `bad-source` */
  of({ channelUuid, sourceUrl, sealedHeaders }: Pick<Assignment, 'channelUuid' | 'sourceUrl' | 'sealedHeaders'>): {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  } {
    const text = sourceUrl.startsWith('v1.') ? this.unseal(channelUuid, sourceUrl) : sourceUrl;
    if (!URL.canParse(text)) throw new UserError(message('error.bad-source'));
    const url = new URL(text);
    const sealed = this.headersOf({ channelUuid, sealedHeaders });
    const login = basicLogin(url);
    const authorization = login === null ? {} : { authorization: login };
    url.username = '';
    url.password = '';
    return { url: url.href, headers: { ...authorization, ...sealed } };
  }

  /**
   * The address and the access of a source, to compare assignments: each envelope of the same text differs. What cannot
   * be opened counts by its envelope.
   */
  comparable(assignment: Pick<Assignment, 'channelUuid' | 'sourceUrl' | 'sealedHeaders'>): {
    readonly url: string;
    readonly access: unknown;
  } {
    try {
      const { url, headers } = this.of(assignment);
      return { url, access: { ...this.accessOf(assignment), headers } };
    } catch {
      return { url: assignment.sourceUrl, access: assignment.sealedHeaders };
    }
  }

  /** @throws as {@link SourceSecrets.of} */
  headersOf({
    channelUuid,
    sealedHeaders,
  }: Pick<Assignment, 'channelUuid' | 'sealedHeaders'>): Readonly<Record<string, string>> {
    return sourceHeadersOf(this.accessOf({ channelUuid, sealedHeaders }));
  }

  /** @throws as {@link SourceSecrets.of} */
  accessOf({ channelUuid, sealedHeaders }: Pick<Assignment, 'channelUuid' | 'sealedHeaders'>): SourceAccess {
    return sealedHeaders === null ? NO_ACCESS : parseSourceAccess(this.unseal(channelUuid, sealedHeaders));
  }

  /** @throws as {@link SourceSecrets.of} */
  proxyOf({ channelUuid, proxy }: Pick<Assignment, 'channelUuid' | 'proxy'>): HttpProxy | null {
    return proxy ? { url: this.unseal(channelUuid, proxy.sealed), for: proxy.for } : null;
  }

  private unseal(owner: string, envelope: string): string {
    if (!this.opener) throw new UserError(message('error.no-key'));
    return this.opener.open(owner, envelope);
  }
}
