import {
  clashesWithAny,
  foldName,
  freeName,
  type NameFormat,
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
/** Title and category of a VOD when it was named. */
export interface Show {
  readonly title: string;
  readonly game: NamedVod['game'];
}

const NUMBER_VARIABLE = /\{(?:season|absolute_season|episode|absolute_episode)(?::0\d)?\}/;

/** Names and numbers VODs. Names are assigned under one lock, so that no two are the same. */
@Injectable()
export class VodNames {
  constructor(
    private readonly settings: Settings,
    private readonly names: NameRepository,
    private readonly channels: ChannelRepository,
  ) {}

  /** Templates of new VODs, from the settings. */
  get templates(): Templates {
    return {
      name: this.settings.get('filename_vod'),
      folder: this.settings.get('vod_folders') ? this.settings.get('filename_vod_folder') : '',
    };
  }

  /** How dates, seasons and episodes are written now. */
  get format(): NameFormat {
    return {
      zone: this.settings.timeZone(),
      scheme: this.settings.get('names.season_scheme'),
      episodeDigits: this.settings.get('names.episode_digits'),
    };
  }

  /** Sets name and folder of a new VOD from its present title and category. Its numbers are the expected ones. */
  async nameNew(vod: VodEntity, show: Show, tx: Tx): Promise<void> {
    const { templates } = this;
    const isNumbered = vod.origin === 'capture' && NUMBER_VARIABLE.test(templates.name + templates.folder);
    const numbers = isNumbered
      ? nextNumbers((await this.channels.find(vod.channelUuid, tx))?.numbering ?? null, vod.startedAt, this.format)
      : null;
    await this.assignName(vod, { ...templates, ...show, numbers }, tx);
  }

  /**
   * Sets the numbers of a recording once, when its first media are stored. Call it under the row lock of the VOD. If
   * the name contains numbers that another recording has taken meanwhile, the VOD is renamed.
   */
  async number(vod: VodEntity, tx: Tx): Promise<void> {
    if (vod.season !== null || vod.origin !== 'capture') return;
    const channel = await this.channels.lock(vod.channelUuid, tx);
    if (!channel) return;
    const numbers = nextNumbers(channel.numbering, vod.startedAt, this.format);
    await this.channels.saveNumbering(channel.uuid, numbers, tx);
    Object.assign(vod, {
      season: numbers.month,
      streamNumber: numbers.number,
      absoluteSeason: numbers.absoluteSeason,
      absoluteNumber: numbers.absoluteNumber,
    } satisfies Partial<VodEntity>);
    const named = namingInputsOf(vod);
    if (named?.numbers && JSON.stringify(named.numbers) !== JSON.stringify(numbers))
      await this.assignName(vod, { ...named, numbers }, tx);
  }

  /** Place of a VOD with other templates. */
  place(vod: VodEntity, templates: Templates): VodPlace {
    return vodPlace(templates, vodValues(this.nameValuesOf(vod), this.format));
  }

  /** Values for the name of a VOD, with title and category as of its naming. */
  nameValuesOf(vod: VodEntity): NamedVod {
    const named = namingInputsOf(vod);
    return { ...identityOf(vod), title: named?.title ?? vod.title, game: named?.game ?? null, numbers: numbersOf(vod) };
  }

  /** Name of another VOD that clashes with this name; null if the name is free. */
  async ownerOfName(name: string, vodUuid: string | null): Promise<string | null> {
    const near = await this.names.similarNames(name, vodUuid);
    return (
      near.find((other) => foldName(other) === foldName(name)) ?? near.find((other) => namesClash(name, other)) ?? null
    );
  }

  /** Name that {@link freeNameFor} would return now. */
  async freeNow(wanted: string, vodUuid: string | null): Promise<string> {
    return freeName(wanted, clashesWithAny(await this.names.similarNames(wanted, vodUuid)));
  }

  /**
   * The wanted name, with a number appended if another VOD's files could clash with it. The name stays free until the
   * transaction ends.
   */
  async freeNameFor(wanted: string, vodUuid: string, tx: Tx): Promise<string> {
    await this.names.lock(tx);
    return freeName(wanted, clashesWithAny(await this.names.similarNames(wanted, vodUuid, tx)));
  }

  private async assignName(vod: VodEntity, named: NamingInputs, tx: Tx): Promise<void> {
    const place = this.render(vod, named);
    const { name, folder } = numbered(place, await this.freeNameFor(place.name, vod.uuid, tx));
    Object.assign(vod, { basename: name, folder });
    vod.facts = { ...vod.facts, named };
  }

  private render(vod: VodEntity, { name, folder, title, game, numbers }: NamingInputs): VodPlace {
    return vodPlace({ name, folder }, vodValues({ ...identityOf(vod), title, game, numbers }, this.format));
  }
}

/** The place with the free name. A folder that has the VOD's name gets the new name too. */
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
