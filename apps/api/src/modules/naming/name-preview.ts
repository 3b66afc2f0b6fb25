import { type SeasonScheme, templateFault, VOD_VARIABLES } from '#libs/contracts';
import {
  DEFAULT_TEMPLATE,
  MAX_NAME_BYTES,
  type NamedVod,
  type NameFormat,
  renderTemplate,
  utf8Bytes,
  type VodPlace,
  vodPlace,
  vodValues,
} from '#libs/domain';
import { type Message, message, readFieldMessage } from '#libs/messages';

/** A name template and a folder template. */
interface PreviewRequest {
  readonly name: string;
  readonly folder: string;
}
interface Preview extends VodPlace {
  readonly valid: boolean;
  readonly warnings: readonly Message[];
  readonly variables: Readonly<Record<string, string>>;
}

/** The sample VOD of a preview, if the request names no VOD. */
export const sampleVod = (scheme: SeasonScheme): NamedVod => ({
  internalName: 'harbour',
  displayName: 'The Harbour',
  startedAt: new Date('2026-01-02T19:04:05Z'),
  id: '41234567890',
  title: 'Boats & boxes: the long night?',
  game: { id: '509658', name: 'Just Chatting' },
  numbers: { month: SAMPLE_SEASON[scheme], number: 3, absoluteSeason: 7, absoluteNumber: 124 },
});
const SAMPLE_SEASON: Readonly<Record<SeasonScheme, string>> = { month: '202601', year: '2026', number: '7' };

const TELLS_APART = /\{(?:id|date|second|absolute_episode(?::0\d)?)\}/;

/** Renders the templates for a VOD, with faults and warnings for the operator. */
export function previewName(request: PreviewRequest, vod: NamedVod, format: NameFormat): Preview {
  const values = vodValues(vod, format);
  const [ofName, ofFolder] = [faultOf(request.name), faultOf(request.folder)];
  const faults = [
    ...(ofName ? [message('naming.name', { fault: ofName })] : []),
    ...(ofFolder ? [message('naming.folder', { fault: ofFolder })] : []),
  ];
  const isEmpty = request.name.trim() === '';
  const place = vodPlace({ name: request.name, folder: request.folder }, values);
  return {
    ...place,
    valid: faults.length === 0 && !isEmpty,
    warnings: [...faults, ...advice(request, renderTemplate(request.name, values))],
    variables: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? ''])),
  };
}

function faultOf(template: string): Message | null {
  const complaint = templateFault(template, VOD_VARIABLES);
  return complaint === null ? null : readFieldMessage(complaint);
}

function advice({ name, folder }: PreviewRequest, rendered: string): Message[] {
  const last = rendered.split('/').at(-1) ?? '';
  const remarks = [
    last.trim() === '' && message('naming.nothing-left', { name: DEFAULT_TEMPLATE }),
    utf8Bytes(last) > MAX_NAME_BYTES && message('naming.too-long', { n: MAX_NAME_BYTES }),
    !TELLS_APART.test(name) && message('naming.same-name'),
    `${name}${folder}`.includes('{login}') && message('naming.older-word'),
  ];
  return remarks.filter((one) => one !== false);
}
