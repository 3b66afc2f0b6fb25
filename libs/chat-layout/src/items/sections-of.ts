import { type ChatMessage, type DeletedBy } from '#libs/contracts';
import { type Geometry } from '../style.js';
import { bodyItems } from './body-items.js';
import { type Item, type Section } from './item.js';
import { textItems } from './text-items.js';
import { timeText } from './time-text.js';

/** Size of a badge at 1x (docs/reference/twitch.md#chat-pictures). */
const BADGE_PX = 18;
/** How much wider the space between words is than the space after a badge. */
const WORD_TO_BADGE_SPACE = 1.5;

/** Vodkeep's own texts in chat, in the reader's language, with the placeholders `{name}`, `{body}` and `{bits}`. */
export interface LayoutTexts {
  readonly placeholder: string;
  readonly removed: Readonly<Record<DeletedBy, string>>;
  readonly first: string;
  readonly highlighted: string;
  readonly bits: string;
  readonly sharedFrom: string;
  readonly reply: string;
}

/** Display options of a message. `deleted`: appearance of a deleted message. */
export interface ShowOptions {
  readonly timestamps: boolean;
  readonly badges: boolean;
  readonly emotes: boolean;
  readonly deleted: 'struck' | 'placeholder';
}

/** What decides the sections of one message. `isDeleted`: at the shown time, which `message.deleted` does not say. */
export interface SectionInput {
  readonly message: ChatMessage;
  readonly isDeleted: boolean;
  readonly show: ShowOptions;
  readonly texts: LayoutTexts;
  readonly geometry: Geometry;
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);

/**
 * Splits a message into sections from top to bottom: the reason for its accent, the message that it replies to, the
 * site's notice, the viewer's text.
 */
export function sectionsOf(input: SectionInput): Section[] {
  const { message, isDeleted, show } = input;
  const isPlaceholder = isDeleted && show.deleted === 'placeholder';
  const sections: Section[] = isPlaceholder
    ? []
    : [...labelSections(input), ...replySection(input), ...noticeSection(input)];
  if (message.fragments.length > 0 || isPlaceholder || sections.length === 0)
    sections.push({ cut: false, items: [...head(input), ...body(input, isPlaceholder)] });
  return sections;
}

function labelSections({ message: { flags }, texts, geometry }: SectionInput): Section[] {
  const labels = [
    flags.first ? texts.first : '',
    flags.highlighted ? texts.highlighted : '',
    flags.bits > 0 ? fill(texts.bits, { bits: String(flags.bits) }) : '',
    flags.sharedFrom === null ? '' : fill(texts.sharedFrom, { name: flags.sharedFrom.name ?? flags.sharedFrom.id }),
  ].filter((text) => text !== '');
  return labels.length === 0 ? [] : [{ cut: true, items: smallText(labels.join(' · '), 'label', geometry) }];
}

function replySection({ message: { reply }, texts, geometry }: SectionInput): Section[] {
  return reply === null
    ? []
    : [{ cut: true, items: smallText(fill(texts.reply, { name: reply.name, body: reply.body }), 'reply', geometry) }];
}

const smallText = (text: string, role: 'label' | 'reply', geometry: Geometry): Item[] =>
  textItems(text, { role, px: geometry.smallPx }, geometry);

function noticeSection({ message, show, geometry }: SectionInput): Section[] {
  if (message.notice === null || message.notice.systemText === '') return [];
  const time = message.fragments.length === 0 && show.timestamps ? timeItems(message.atMs, geometry) : [];
  return [{ cut: false, items: [...time, ...textItems(message.notice.systemText, { role: 'system' }, geometry)] }];
}

const timeItems = (atMs: number, geometry: Geometry): Item[] => [
  ...textItems(timeText(atMs), { role: 'time' }, geometry),
  { kind: 'gap', width: geometry.wordSpace, glued: false },
];

/** Time, badges and name, in this order; then `: `, or a space before an action. */
function head({ message: { atMs, author, kind }, show, geometry }: SectionInput): Item[] {
  const items: Item[] = show.timestamps ? timeItems(atMs, geometry) : [];
  if (author === null) return items;
  for (const { set, version } of show.badges ? author.badges : []) {
    const size = BADGE_PX * geometry.badgeScale;
    items.push(
      {
        kind: 'picture',
        what: 'badge',
        key: `${set}/${version}`,
        alt: set,
        width: size,
        height: size,
        struck: false,
        overlays: [],
      },
      { kind: 'gap', width: geometry.wordSpace / WORD_TO_BADGE_SPACE, glued: true },
    );
  }
  items.push(
    ...textItems(
      author.name,
      { role: 'name', bold: true, px: geometry.namePx, target: { login: author.login } },
      geometry,
    ),
  );
  if (kind !== 'action') items.push(...textItems(':', { role: 'body' }, geometry));
  return [...items, { kind: 'gap', width: geometry.wordSpace, glued: false }];
}

function body({ message, isDeleted, show, texts, geometry }: SectionInput, isPlaceholder: boolean): Item[] {
  if (isPlaceholder) return textItems(texts.placeholder, { role: 'mark' }, geometry);
  const role = message.kind === 'action' ? 'action' : message.kind === 'system' ? 'system' : 'body';
  const items = bodyItems(message.fragments, { role, struck: isDeleted, emotes: show.emotes }, geometry);
  if (!isDeleted || message.deleted === null) return items;
  return [
    ...items,
    { kind: 'gap', width: geometry.wordSpace, glued: false },
    ...textItems(texts.removed[message.deleted.by], { role: 'mark' }, geometry),
  ];
}
