import {
  ChannelEdit,
  type ChannelEntry,
  HLS_KIND,
  type ImportedChannel,
  type ImportReport,
  InternalName,
  type View,
} from '#libs/contracts';
import { type FieldFault, UserError } from '#libs/errors';
import { yieldTurn } from '#libs/input';
import { message, type OwnMessage } from '#libs/messages';
import { networkOf } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { type Tx } from '../../../persistence/database/tx.js';
import { issueMessage, MAX_FAULTS, parseInput } from '../../../platform/input-faults.js';
import { Sites } from '../../../sites/sites.js';
import { type SourceAddresses } from '../../../sites/source-addresses.js';
import { CHANNEL_IDENTITY, type ChannelOptions, fullOptions } from '../../../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../../../persistence/entities/channel.entity.js';
import { hasAccess, withAccessOf } from '../../channel/source-access-form.js';
import { ChannelRepository } from '../../../persistence/repositories/channel.repository.js';
import { hasLogin, isMaskedAddress } from '../../../sites/masked-address.js';

interface Step {
  readonly entry: ChannelEntry;
  readonly options: ChannelOptions;
  /** The existing channel, if there is one. */
  readonly known: ChannelEntity | null;
  readonly isChange: boolean;
}
interface ChannelsPlan {
  readonly steps: readonly Step[];
  readonly report: View<typeof ImportReport>['channels'];
  readonly faults: readonly FieldFault[];
}

const Options = ChannelEdit.omit(
  Object.fromEntries(CHANNEL_IDENTITY.map((key) => [key, true])) as Record<(typeof CHANNEL_IDENTITY)[number], true>,
);

/**
 * Imports the channels of an export without asking their sites. An existing channel (same uuid or same source) gets the
 * options of the file and keeps its address.
 */
@Injectable()
export class ChannelImport {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly sites: Sites,
  ) {}

  async plan(entries: readonly ChannelEntry[], tx: Tx): Promise<ChannelsPlan> {
    const existing = new ExistingChannels(await this.channels.all(tx), this.sites.addresses);
    const faults: FieldFault[] = [...(await duplicates(entries))];
    const feasible: Step[] = [];
    const skipped: { readonly name: string; readonly why: OwnMessage }[] = [];
    for (const [i, entry] of entries.entries()) {
      await yieldTurn();
      const { known, named } = existing.find(entry);
      const read = parseInput(Options, entry.options, 'options');
      const found = [
        ...(read.faults ?? []).map((f) => ({ ...f, path: `options.${f.path}` })),
        ...this.identityFaults(entry, named),
      ];
      faults.push(...found.map(({ path, message }) => ({ path: `channels[${i}].${path}`, message })));
      const step = read.faults ? null : stepOf(entry, read.data, known);
      const why = step && obstacleOf(step);
      if (why) skipped.push({ name: entry.internal_name, why });
      else if (step) feasible.push(step);
      if (faults.length >= MAX_FAULTS) break;
    }
    return { steps: feasible, faults, report: { ...reportOf(feasible), skipped } };
  }

  /** @returns the channels that were added or changed */
  async apply({ steps }: ChannelsPlan, tx: Tx): Promise<{ readonly uuid: string; readonly no_capture: boolean }[]> {
    const toSave = steps.filter((s) => !s.known || s.isChange);
    for (const { entry, options, known } of toSave) {
      // Reads the current row under its lock: the numbering that a recording has saved since stays.
      const row = known && (await this.channels.lock(known.uuid, tx));
      if (row) await this.channels.save(Object.assign(row, { options, displayName: entry.display_name }), tx);
      else
        await this.channels.insert(
          {
            uuid: entry.uuid,
            providerKind: entry.provider,
            internalName: entry.internal_name,
            displayName: entry.display_name,
            ...this.sites.addresses.columnsOf(entry.provider, entry.uuid, {
              sourceUrl: entry.url,
              sourceId: entry.source_id,
            }),
            credentials: null,
            options,
            createdAt: new Date(),
            verdictState: 'unknown',
            verdictReason: null,
          },
          tx,
        );
    }
    return toSave.map(({ entry, options, known }) => ({
      uuid: known?.uuid ?? entry.uuid,
      no_capture: fullOptions(options).no_capture,
    }));
  }

  /** @param named another channel that has the internal name of the entry */
  private identityFaults(entry: ChannelEntry, named: ChannelEntity | null): FieldFault[] {
    const clash = named
      ? [{ path: 'internal_name', message: message('field.name-of-named-channel', { name: named.displayName }) }]
      : [];
    return [...clash, ...nameFaults(entry), ...this.sourceFaults(entry)];
  }

  private sourceFaults({ provider, url, source_id }: ChannelEntry): readonly FieldFault[] {
    try {
      this.sites.of(provider).refuseSource({ sourceUrl: url, sourceId: source_id });
      return [];
    } catch (thrown) {
      if (thrown instanceof UserError) return thrown.fields;
      throw thrown;
    }
  }
}

/** Checks the internal name, which is part of the names of folders and files. */
function nameFaults({ internal_name }: ChannelEntry): FieldFault[] {
  const read = InternalName.safeParse(internal_name);
  return read.success
    ? []
    : read.error.issues.map((issue) => ({ path: 'internal_name', message: issueMessage(issue) }));
}

/**
 * The address contains a secret that a file must not contain in clear text, or a mask that only the exporting
 * installation can resolve.
 */
const isSecret = ({ url, source_id }: ChannelEntry): boolean =>
  [url, source_id].some((address) => isMaskedAddress(address) || hasLogin(address));

/** Why a channel cannot be added from the file; null: it can, or it is already here. */
function obstacleOf({ entry, options, known }: Step): OwnMessage | null {
  if (known) return null;
  if (isSecret(entry)) return message('setting.left-out.address');
  return hasAccess(options) ? message('setting.left-out.access') : null;
}

/** Finds the channel of an entry. Ids and masked addresses cost much to compute: at most one of them per entry. */
class ExistingChannels {
  private readonly byUuid: ReadonlyMap<string, ChannelEntity>;
  private readonly bySource: ReadonlyMap<string, ChannelEntity>;
  private readonly byName: ReadonlyMap<string, ChannelEntity>;

  constructor(
    channels: readonly ChannelEntity[],
    private readonly addresses: SourceAddresses,
  ) {
    this.byUuid = new Map(channels.map((c) => [c.uuid, c]));
    this.bySource = new Map(channels.map((c) => [sourceKey(c.providerKind, c.sourceId), c]));
    this.byName = new Map(channels.map((c) => [c.internalName, c]));
  }

  /** @returns `known`: the channel with the same uuid or source; `named`: another one with the same internal name */
  find(entry: ChannelEntry): { readonly known: ChannelEntity | null; readonly named: ChannelEntity | null } {
    const sameUuid = this.byUuid.get(entry.uuid) ?? null;
    const sameSource = this.withSource(entry);
    const sameName = this.byName.get(entry.internal_name) ?? null;
    const isOther = sameName !== sameUuid && sameName !== sameSource;
    return { known: sameUuid ?? sameSource, named: isOther ? sameName : null };
  }

  /** If two channels differ only in their masked secrets, the internal name decides. */
  private withSource({ provider, source_id, internal_name }: ChannelEntry): ChannelEntity | null {
    if (!isMaskedAddress(source_id))
      return this.bySource.get(sourceKey(provider, this.addresses.idOf(provider, source_id))) ?? null;
    const channel = this.byName.get(internal_name);
    return channel?.providerKind === provider && this.addresses.exportedIdOf(channel) === source_id ? channel : null;
  }
}

const sourceKey = (kind: string, id: string): string => `${kind} ${id}`;

function reportOf(steps: readonly Step[]): Omit<View<typeof ImportReport>['channels'], 'skipped'> {
  const those = (which: (step: Step) => boolean): ImportedChannel[] => steps.filter(which).map(viewOf);
  return {
    added: those((s) => !s.known),
    changed: those((s) => s.known !== null && s.isChange),
    unchanged: steps.filter((s) => s.known !== null && !s.isChange).length,
  };
}

const viewOf = ({ entry, known }: Step): ImportedChannel => ({
  name: entry.internal_name,
  provider: known?.providerKind ?? entry.provider,
  address: known?.sourceUrl ?? entry.url,
  confirm: known === null && entry.provider === HLS_KIND && !isPublicAddress(entry.url),
});

/** Whether the host of a URL is a public IP address. */
function isPublicAddress(url: string): boolean {
  const host = URL.parse(url)?.hostname.replaceAll(/[[\]]/g, '') ?? '';
  return isIP(host) !== 0 && networkOf(host) === 'public';
}

function stepOf(entry: ChannelEntry, read: Partial<ChannelOptions>, known: ChannelEntity | null): Step {
  const inFile: ChannelOptions = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  const options = known ? withAccessOf(inFile, known.options) : inFile;
  return {
    entry,
    options,
    known,
    isChange:
      known !== null &&
      (known.displayName !== entry.display_name ||
        !isDeepStrictEqual(fullOptions(known.options), fullOptions(options))),
  };
}

/** Reports a channel that occurs twice in one file. */
async function duplicates(entries: readonly ChannelEntry[]): Promise<FieldFault[]> {
  const sharing = async (field: string, keyOf: (e: ChannelEntry) => string): Promise<FieldFault[]> => {
    const seen = new Set<string>();
    const found: FieldFault[] = [];
    for (const [i, e] of entries.entries()) {
      await yieldTurn();
      const key = keyOf(e);
      if (seen.has(key)) found.push({ path: `channels[${i}].${field}`, message: message('field.twice-in-file') });
      if (found.length >= MAX_FAULTS) break;
      seen.add(key);
    }
    return found;
  };
  return [
    ...(await sharing('uuid', (e) => e.uuid)),
    ...(await sharing('internal_name', (e) => e.internal_name)),
    // Masked addresses of two channels may be equal although their secrets differ.
    ...(await sharing('source_id', (e) => (isSecret(e) ? e.uuid : `${e.provider} ${e.source_id}`))),
  ];
}
