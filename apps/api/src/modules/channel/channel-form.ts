import { type ChannelEdit, MASK, type NewChannel, v0ProviderOf } from '#libs/contracts';
import { onFields, UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { CHANNEL_IDENTITY, type ChannelOptions } from '../../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { isMaskedAddress, maskedAddress } from '../../sites/masked-address.js';

/** Timeout for a site to identify the channel of an address. */
export const IDENTIFY_MS = 15_000;

const FIELD_CODES = [
  'name-taken',
  'name-unchanged',
  'other-account',
  'fixed-field',
  'duplicate-channel',
  'masked-address',
  'bad-certificate',
] as const;
type FieldCode = (typeof FIELD_CODES)[number];

/** Creates the error for one field of a channel form. */
export const onField = (field: string, code: FieldCode, fault: Message) =>
  new UserError(message(`error.${code}`, { field, fault }), {
    status: code === 'duplicate-channel' ? 409 : 400,
    fields: [{ path: field, message: fault }],
  });

/**
 * The channel of the site is already in Vodkeep.
 * @param name display name of the existing channel
 */
export const FOLLOWED = (name: string) =>
  onField('url', 'duplicate-channel', message('field.followed-already-as', { name }));

const IDENTITY: ReadonlySet<string> = new Set(CHANNEL_IDENTITY);

/** Returns the options of a form: all fields that do not identify the channel. */
export function optionsOf(form: NewChannel | ChannelEdit): ChannelOptions {
  return Object.fromEntries(Object.entries(form).filter(([key, value]) => value !== undefined && !IDENTITY.has(key)));
}

/**
 * Rejects a changed identity. A v0 client sends the identity back with its form, so an unchanged identity is accepted;
 * a different one is an error and is not silently ignored.
 * @throws UserError `fixed-field`: on the field at fault
 */
export function refuseIdentityChange(channel: ChannelEntity, form: ChannelEdit): void {
  if (form.internalName !== undefined && form.internalName !== channel.internalName)
    throw onField('internalName', 'fixed-field', message('field.fixed-names-files'));
  if (
    form.provider !== undefined &&
    form.provider !== channel.providerKind &&
    form.provider !== v0ProviderOf(channel.providerKind)
  )
    throw onField('provider', 'fixed-field', message('field.fixed'));
  if (form.uuid !== undefined && form.uuid !== channel.uuid)
    throw onField('uuid', 'fixed-field', message('field.not-uuid-of-channel'));
}

/**
 * Returns null if the form contains the current address: in clear, or as an answer shows it to the operator or to a
 * guest.
 * @param address of the channel; null if it cannot be opened
 */
export function newAddress(
  { sourceUrl }: Pick<ChannelEntity, 'sourceUrl'>,
  address: string | null,
  { url }: ChannelEdit,
): string | null {
  const isShown = url === sourceUrl || (address !== null && (url === address || url === maskedAddress(address)));
  if (url === undefined || isShown) return null;
  refuseMasked(url);
  return url;
}

/** Rejects a masked address: only the installation that masked it knows the full address. */
export function refuseMasked(address: string): void {
  if (isMaskedAddress(address)) throw onField('url', 'masked-address', message('field.masked-secret', { mask: MASK }));
}

/** Moves an error of the field `url` to the field in which a v0 form names its channel. */
export const asFaultOf =
  (field: string) =>
  (thrown: unknown): never => {
    if (field === 'url' || !(thrown instanceof UserError) || !thrown.fields.some(({ path }) => path === 'url'))
      throw thrown;
    const fields = thrown.fields.map((fault) => (fault.path === 'url' ? { ...fault, path: field } : fault));
    const code = FIELD_CODES.find((known) => known === thrown.code);
    const [fault] = thrown.fields;
    // The message contains the field name.
    if (code !== undefined && fault && typeof fault.message !== 'string') throw onField(field, code, fault.message);
    throw onFields(thrown, fields);
  };

/**
 * Two requests may run at the same time. The unique index rejects the second one, which gets the same error as a check
 * before would give.
 */
export function asDuplicate(thrown: unknown): never {
  const constraint =
    typeof thrown === 'object' && thrown !== null && 'driverError' in thrown
      ? String((thrown.driverError as { constraint?: string }).constraint)
      : '';
  if (constraint.includes('internal_name'))
    throw onField('internalName', 'name-taken', message('field.name-of-other-channel'));
  if (constraint.includes('source_id')) throw onField('url', 'duplicate-channel', message('field.followed-already'));
  throw thrown;
}
