import { templateFault, VOD_VARIABLES } from '#libs/contracts';
import {
  DEFAULT_TEMPLATE,
  MAX_NAME_BYTES,
  type NamedVod,
  renderTemplate,
  utf8Bytes,
  type VodPlace,
  vodPlace,
  vodValues,
} from '#libs/domain';

/** A template of a name, and one of its folder. */
interface PreviewWish {
  readonly name: string;
  readonly folder: string;
}
interface Preview extends VodPlace {
  readonly valid: boolean;
  readonly warnings: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** The VOD that a preview is about when no other is named. */
export const SAMPLE_VOD: NamedVod = {
  internalName: 'harbour',
  displayName: 'The Harbour',
  startedAt: new Date('2026-01-02T19:04:05Z'),
  id: '41234567890',
  title: 'Boats & boxes: the long night?',
  game: { id: '509658', name: 'Just Chatting' },
  numbers: { month: '202601', number: 3, absoluteSeason: 7, absoluteNumber: 124 },
};

const TELLS_APART = /\{(?:id|date|second|absolute_episode)\}/;

/** What the templates give for a VOD, and what its operator should know of them. */
export function previewName(wish: PreviewWish, vod: NamedVod, zone: string): Preview {
  const values = vodValues(vod, zone);
  const faults = [
    ['The name', wish.name],
    ['The folder', wish.folder],
  ].flatMap(([what, template]) => {
    const fault = templateFault(template ?? '', VOD_VARIABLES);
    return fault === null ? [] : [`${what} ${fault}.`];
  });
  const isEmpty = wish.name.trim() === '';
  const place = vodPlace({ name: wish.name, folder: wish.folder }, values);
  return {
    ...place,
    valid: faults.length === 0 && !isEmpty,
    warnings: [...faults, ...advice(wish, renderTemplate(wish.name, values))],
    variables: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? ''])),
  };
}

function advice({ name, folder }: PreviewWish, rendered: string): string[] {
  const last = rendered.split('/').at(-1) ?? '';
  const said = [
    last.trim() === '' && `Nothing is left of the name; it would be ${DEFAULT_TEMPLATE}.`,
    utf8Bytes(last) > MAX_NAME_BYTES && `The name is longer than ${MAX_NAME_BYTES} bytes and is cut.`,
    !TELLS_APART.test(name) &&
      'Two VODs may get the same name; the later one gets a number. {id} or {date} tell them apart.',
    `${name}${folder}`.includes('{login}') && '{login} is the older word for {internalName}.',
  ];
  return said.filter((text) => text !== false);
}
