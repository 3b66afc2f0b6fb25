import { type ChannelEdit, MASK, type NewChannel, v0ProviderOf } from '#libs/contracts';
import { onFields, UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { CHANNEL_IDENTITY, type ChannelOptions } from '../../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { isMaskedAddress, maskedAddress } from '../../views/masked-address.js';

/** How long a site may take to say what an address is. */
export const IDENTIFY_MS = 15_000;

const FIELD_CODES = [
  'name-taken',
  'name-unchanged',
  'other-account',
  'fixed-field',
  'duplicate-channel',
  'masked-address',
] as const;
type FieldCode = (typeof FIELD_CODES)[number];

/** What is wrong with one field of a channel's form. */
export const onField = (field: string, code: FieldCode, fault: Message) =>
  new UserError(message(`error.${code}`, { field, fault }), {
    status: code === 'duplicate-channel' ? 409 : 400,
    fields: [{ path: field, message: fault }],
  });

/** Another channel is the same one of the site. @param name of that one */
export const FOLLOWED = (name: string) =>
  onField('url', 'duplicate-channel', message('field.followed-already-as', { name }));

const IDENTITY: ReadonlySet<string> = new Set(CHANNEL_IDENTITY);

/** All that does not say which channel it is. */
export function optionsOf(form: NewChannel | ChannelEdit): ChannelOptions {
  return Object.fromEntries(Object.entries(form).filter(([key, value]) => value !== undefined && !IDENTITY.has(key)));
}

/**
 * A v0 client sends the identity back with its form; a different one is a mistake, not a request that is dropped without a
 * word.
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

/** Null where the form names the one it has, also as it is shown. */
export function newAddress({ sourceUrl }: ChannelEntity, { url }: ChannelEdit): string | null {
  if (url === undefined || url === sourceUrl || url === maskedAddress(sourceUrl)) return null;
  refuseMasked(url);
  return url;
}

/** Nobody but the server that it came from knows what stands behind the mask. */
export function refuseMasked(address: string): void {
  if (isMaskedAddress(address)) throw onField('url', 'masked-address', message('field.masked-secret', { mask: MASK }));
}

/** A form of v0 names its channel by another field than `url`: what is wrong with it is said of that one. */
export const asFaultOf =
  (field: string) =>
  (thrown: unknown): never => {
    if (field === 'url' || !(thrown instanceof UserError) || !thrown.fields.some(({ path }) => path === 'url'))
      throw thrown;
    const fields = thrown.fields.map((fault) => (fault.path === 'url' ? { ...fault, path: field } : fault));
    const code = FIELD_CODES.find((known) => known === thrown.code);
    const [fault] = thrown.fields;
    // Its message names the field.
    if (code !== undefined && fault && typeof fault.message !== 'string') throw onField(field, code, fault.message);
    throw onFields(thrown, fields);
  };

/** Two requests at once: the unique index decides, and the loser gets the same error. */
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
