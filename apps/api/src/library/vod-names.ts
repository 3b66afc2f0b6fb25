import {
  clashesWithAny,
  foldName,
  freeName,
  namesClash,
  nextNumbers,
  type NamedVod,
  type Numbers,
  type VodPlace,
  vodPlace,
  vodValues,
} from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { type Tx } from '../persistence/database/tx.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Settings } from '../settings/settings.service.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { broadcastOf } from '../persistence/entities/stream-id.js';
import { NameRepository } from '../persistence/repositories/name.repository.js';
import { type NamingInputs, namingInputsOf } from './naming-inputs.js';

interface Templates {
  readonly name: string;
  readonly folder: string;
}
/** What a VOD showed when it was named. */
export interface Show {
  readonly title: string;
  readonly game: NamedVod['game'];
}

const NUMBER_VARIABLE = /\{(?:season|absolute_season|episode|absolute_episode)\}/;

/** What VODs are called, and how they are numbered. Names are given under one lock, so that no two meet. */
@Injectable()
export class VodNames {
  constructor(
    private readonly settings: Settings,
    private readonly names: NameRepository,
    private readonly channels: ChannelRepository,
  ) {}

  /** Templates of new VODs, by the settings. */
  get templates(): Templates {
    return {
      name: this.settings.get('filename_vod'),
      folder: this.settings.get('vod_folders') ? this.settings.get('filename_vod_folder') : '',
    };
  }

  /** IANA name of the operator's time zone. */
  get zone(): string {
    return this.settings.timeZone();
  }

  /**
   * Gives a VOD that begins its name and folder, by what it shows now. Its numbers are those it will get, as far as
   * that can be known.
   */
  async nameNew(vod: VodEntity, show: Show, tx: Tx): Promise<void> {
    const { templates } = this;
    const isNumbered = vod.origin === 'capture' && NUMBER_VARIABLE.test(templates.name + templates.folder);
    const numbers = isNumbered
      ? nextNumbers((await this.channels.find(vod.channelUuid, tx))?.numbering ?? null, vod.startedAt, this.zone)
      : null;
    await this.give(vod, { ...templates, ...show, numbers }, tx);
  }

  /**
   * Gives the numbers of a real recording, once: the first stored media of a capture. Called under the row lock of the
   * VOD; its name follows when it shows numbers and another recording has taken those meanwhile.
   */
  async number(vod: VodEntity, tx: Tx): Promise<void> {
    if (vod.season !== null || vod.origin !== 'capture') return;
    const channel = await this.channels.lock(vod.channelUuid, tx);
    if (!channel) return;
    const numbers = nextNumbers(channel.numbering, vod.startedAt, this.zone);
    await this.channels.saveNumbering(channel.uuid, numbers, tx);
    Object.assign(vod, {
      season: numbers.month,
      streamNumber: numbers.number,
      absoluteSeason: numbers.absoluteSeason,
      absoluteNumber: numbers.absoluteNumber,
    } satisfies Partial<VodEntity>);
    const named = namingInputsOf(vod);
    if (named?.numbers && JSON.stringify(named.numbers) !== JSON.stringify(numbers))
      await this.give(vod, { ...named, numbers }, tx);
  }

  /** Where a VOD would stand by other templates. */
  place(vod: VodEntity, templates: Templates): VodPlace {
    return vodPlace(templates, vodValues(this.nameValuesOf(vod), this.zone));
  }

  /** What the name of a VOD may tell: its show as it was when it was named. */
  nameValuesOf(vod: VodEntity): NamedVod {
    const named = namingInputsOf(vod);
    return { ...identityOf(vod), title: named?.title ?? vod.title, game: named?.game ?? null, numbers: numbersOf(vod) };
  }

  /** The name of another VOD that this one may not have beside it; null: it is free. */
  async ownerOfName(name: string, vodUuid: string | null): Promise<string | null> {
    const near = await this.names.near(name, vodUuid);
    return (
      near.find((other) => foldName(other) === foldName(name)) ?? near.find((other) => namesClash(name, other)) ?? null
    );
  }

  /** What {@link free} would give right now. */
  async freeNow(wanted: string, vodUuid: string | null): Promise<string> {
    return freeName(wanted, clashesWithAny(await this.names.near(wanted, vodUuid)));
  }

  /**
   * The name, or that with a number, so that no other VOD's files can meet this one's. It stays free until the
   * transaction ends.
   */
  async free(wanted: string, vodUuid: string, tx: Tx): Promise<string> {
    await this.names.lock(tx);
    return freeName(wanted, clashesWithAny(await this.names.near(wanted, vodUuid, tx)));
  }

  private async give(vod: VodEntity, named: NamingInputs, tx: Tx): Promise<void> {
    const place = this.render(vod, named);
    const { name, folder } = numbered(place, await this.free(place.name, vod.uuid, tx));
    Object.assign(vod, { basename: name, folder });
    vod.facts = { ...vod.facts, named };
  }

  private render(vod: VodEntity, { name, folder, title, game, numbers }: NamingInputs): VodPlace {
    return vodPlace({ name, folder }, vodValues({ ...identityOf(vod), title, game, numbers }, this.zone));
  }
}

/** A place under the name that is free; a folder that is called as its VOD stays so, with the number too. */
export const numbered = (place: VodPlace, name: string): VodPlace => ({
  name,
  folder: place.folder
    .split('/')
    .map((part) => (part === place.name ? name : part))
    .join('/'),
});

const identityOf = (vod: VodEntity) => ({
  internalName: vod.channelName,
  displayName: vod.channelDisplay,
  startedAt: vod.startedAt,
  id: broadcastOf(vod.streamId),
});

function numbersOf({ season, streamNumber, absoluteSeason, absoluteNumber }: VodEntity): Numbers | null {
  if (season === null || streamNumber === null || absoluteSeason === null || absoluteNumber === null) return null;
  return { month: season, number: streamNumber, absoluteSeason, absoluteNumber };
}
