import { type FoundStorage } from '#libs/storage';
import { type KnownStorage } from '../../persistence/repositories/storage-identity.repository.js';

/**
 * `use` the storage of this id and no other; `claim`: make a storage of what is there, once and for all; `refuse`: what
 * is there is none, and this installation had one.
 */
type Choice = { readonly do: 'use'; readonly id: string } | { readonly do: 'claim' } | { readonly do: 'refuse' };

interface StorageQuestion {
  readonly known: KnownStorage;
  /** What was announced to the workers last, by an api that had another database: null where nobody was. */
  readonly announced: string | null;
  readonly found: FoundStorage;
  /** It has recorded before: it has a storage, although nobody recorded which. */
  readonly hasVods: boolean;
}

/**
 * Which storage the installation uses. To take the empty folder below a disk that is not mounted costs recordings that nobody
 * finds again, and fills the system disk; to refuse a storage that was meant costs one command. So what is empty is
 * taken at the very first use alone, or when the operator says so.
 */
export function chooseStorage({ known, announced, found, hasVods }: StorageQuestion): Choice {
  if (known.kind === 'id') return { do: 'use', id: known.id };
  if (known.kind === 'new' && announced !== null) return { do: 'use', id: announced };
  if (found.kind === 'named') return { do: 'use', id: found.id };
  if (found.kind === 'unnamed' || known.kind === 'asked' || !hasVods) return { do: 'claim' };
  return { do: 'refuse' };
}
