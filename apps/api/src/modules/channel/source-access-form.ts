import { X509Certificate } from 'node:crypto';
import {
  type ChannelEdit,
  HLS_KIND,
  MASK,
  NO_ACCESS,
  type NewChannel,
  SOURCE_ACCESS_FIELDS as FIELDS,
  type SourceAccess,
} from '#libs/contracts';
import { message } from '#libs/messages';
import { originOf } from '../../sites/masked-address.js';
import { onField } from './channel-form.js';

type AccessForm = Pick<ChannelEdit, (typeof FIELDS)[number]>;

/**
 * Splits a channel form into the access to the source and the rest. A masked value keeps the stored one.
 * @param stored of the channel; `NO_ACCESS` for a new one, and for a new address at another origin
 * @returns the access, which is stored sealed, and the form without its secrets, which is stored, logged and answered
 * @throws UserError on the field at fault: `masked-address` without a stored value; `fixed-field` for a site;
 *   `bad-certificate`
 */
export function splitAccess<Form extends NewChannel | ChannelEdit>(
  form: Form,
  kind: string,
  stored: SourceAccess,
): { readonly form: Form; readonly access: SourceAccess } {
  if (kind !== HLS_KIND) {
    refuseAtSite(form);
    return { form, access: stored };
  }
  const access: SourceAccess = {
    login: stored.login,
    headers: form.source_headers ? headersOf(form.source_headers, stored) : stored.headers,
    hosts: form.source_hosts ?? stored.hosts,
    fingerprints: form.source_fingerprints ?? stored.fingerprints,
    ca: form.source_ca === undefined ? stored.ca : certificatesOf(form.source_ca, stored),
  };
  return { access, form: withAccessOf(form, shownAccess(access)) };
}

const isSet = (form: AccessForm, name: (typeof FIELDS)[number]): boolean => (form[name]?.length ?? 0) > 0;

/** Whether the options show an access to the source. */
export const hasAccess = (options: AccessForm): boolean => FIELDS.some((name) => isSet(options, name));

/** Whether a form changes the access to the source. */
export const changesAccess = (form: AccessForm): boolean => FIELDS.some((name) => form[name] !== undefined);

/** The options of a channel that show its access, without secrets and without empty ones. */
function shownAccess({ headers, hosts, fingerprints, ca }: SourceAccess): AccessForm {
  const shown: AccessForm = {
    source_headers: Object.keys(headers).map((name) => `${name}: ${MASK}`),
    source_hosts: [...hosts],
    source_fingerprints: [...fingerprints],
    source_ca: ca === '' ? '' : MASK,
  };
  return Object.fromEntries(FIELDS.filter((name) => isSet(shown, name)).map((name) => [name, shown[name]]));
}

/** The options with the access of others, for example of the existing channel for an import: a file has no secrets. */
export function withAccessOf<Options extends AccessForm>(options: Options, existing: AccessForm = {}): Options {
  const retained = FIELDS.flatMap((name) => (existing[name] === undefined ? [] : [[name, existing[name]]]));
  const rest = Object.entries(options).filter(([name]) => !FIELDS.some((field) => field === name));
  return Object.fromEntries([...rest, ...retained]) as Options;
}

function refuseAtSite(form: AccessForm): void {
  for (const name of FIELDS)
    if (isSet(form, name)) throw onField(name, 'fixed-field', message('field.only-for-addresses'));
}

function headersOf(lines: readonly string[], stored: SourceAccess): Record<string, string> {
  const known = new Map(Object.entries(stored.headers));
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      const value = line.slice(colon + 1).trim();
      const header = value === MASK ? known.get(name) : value;
      if (header === undefined) throw onMasked('source_headers');
      return [name, header];
    }),
  );
}

function certificatesOf(text: string, stored: SourceAccess): string {
  if (text === MASK) {
    if (stored.ca === '') throw onMasked('source_ca');
    return stored.ca;
  }
  for (const [pem] of text.matchAll(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g))
    if (!isCertificate(pem)) throw onField('source_ca', 'bad-certificate', message('field.certificate'));
  return text;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

const onMasked = (field: string) => onField(field, 'masked-address', message('field.masked-value', { mask: MASK }));

/** The stored access, as far as a channel at this address may keep it: secrets do not follow to another origin. */
export const accessAt = (stored: SourceAccess, before: string, address: string | null): SourceAccess =>
  address === null || originOf(before) === originOf(address) ? stored : NO_ACCESS;
