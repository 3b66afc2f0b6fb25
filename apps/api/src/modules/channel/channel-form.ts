import { type ChannelEdit, MASK, type NewChannel, v0ProviderOf } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { CHANNEL_IDENTITY, type ChannelOptions } from '../../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { isMaskedAddress, shownAddress } from '../../views/shown-address.js';

/** How long a site may take to say what an address is. */
export const IDENTIFY_MS = 15_000;

/** What is wrong with one field of a channel's form. */
export const onField = (
  path: string,
  code: 'name-taken' | 'fixed-field' | 'duplicate-channel' | 'masked-address',
  message: string,
) =>
  new UserError(code, `${path} ${message}`, {
    status: code === 'duplicate-channel' ? 409 : 400,
    fields: [{ path, message }],
  });

/** Another channel is the same one of the site. @param name of that one */
export const FOLLOWED = (name: string) => onField('url', 'duplicate-channel', `is followed already, as ${name}`);

const IDENTITY: ReadonlySet<string> = new Set(CHANNEL_IDENTITY);

/** All that does not say which channel it is. */
export function optionsOf(form: NewChannel | ChannelEdit): ChannelOptions {
  return Object.fromEntries(Object.entries(form).filter(([key, value]) => value !== undefined && !IDENTITY.has(key)));
}

/**
 * A v0 client sends the identity back with its form; a different one is a mistake, not a wish that is dropped without a
 * word.
 */
export function refuseIdentityChange(channel: ChannelEntity, form: ChannelEdit): void {
  if (form.internalName !== undefined && form.internalName !== channel.internalName)
    throw onField('internalName', 'fixed-field', 'cannot be changed; files are called after it');
  if (
    form.provider !== undefined &&
    form.provider !== channel.providerKind &&
    form.provider !== v0ProviderOf(channel.providerKind)
  )
    throw onField('provider', 'fixed-field', 'cannot be changed');
  if (form.uuid !== undefined && form.uuid !== channel.uuid)
    throw onField('uuid', 'fixed-field', 'is not the uuid of this channel');
}

/** Null where the form names the one it has, also as it is shown. */
export function newAddress({ sourceUrl }: ChannelEntity, { url }: ChannelEdit): string | null {
  if (url === undefined || url === sourceUrl || url === shownAddress(sourceUrl)) return null;
  refuseMasked(url);
  return url;
}

/** Nobody but the server that it came from knows what stands behind the mask. */
export function refuseMasked(address: string): void {
  if (isMaskedAddress(address))
    throw onField('url', 'masked-address', `holds ${MASK} in place of a secret; paste the whole address`);
}

/** A form of v0 names its channel by another field than `url`: what is wrong with it is said of that one. */
export const asFaultOf =
  (field: string) =>
  (thrown: unknown): never => {
    if (field === 'url' || !(thrown instanceof UserError) || !thrown.fields.some(({ path }) => path === 'url'))
      throw thrown;
    const fields = thrown.fields.map((fault) => (fault.path === 'url' ? { ...fault, path: field } : fault));
    throw new UserError(thrown.code, thrown.message.replace(/^url(?=[ :])/, field), {
      status: thrown.status as 400 | 404 | 409,
      fields,
      cause: thrown,
    });
  };

/** Two requests at once: the unique index decides, and the loser hears the same words. */
export function asDuplicate(thrown: unknown): never {
  const constraint =
    typeof thrown === 'object' && thrown !== null && 'driverError' in thrown
      ? String((thrown.driverError as { constraint?: string }).constraint)
      : '';
  if (constraint.includes('internal_name'))
    throw onField('internalName', 'name-taken', 'is the name of another channel');
  if (constraint.includes('source_id')) throw onField('url', 'duplicate-channel', 'is followed already');
  throw thrown;
}
