import { userNamed, userOf, type TwitchUser } from '../user-of.js';
import { listed, ok, refusal, timeOf, TOO_MANY, type HelixAnswer, type HelixCall } from './helix-call.js';
import { profileImage } from './pictures.js';

const BORN_AT = Date.UTC(2019, 0, 1);
const DAY_MS = 86_400_000;
const IS_ID = /^\d+$/;
const IS_LOGIN = /^\w{1,25}$/;

function rowOf({ id, login, displayName, channel }: TwitchUser, { exchange }: HelixCall): object {
  return {
    id,
    login,
    display_name: displayName,
    type: '',
    broadcaster_type: channel?.spec.broadcasterType ?? '',
    description: channel?.spec.description ?? '',
    profile_image_url: profileImage(exchange, id),
    offline_image_url: '',
    view_count: 0,
    created_at: timeOf(BORN_AT + (Number(id) % 1000) * DAY_MS),
  };
}

/** `GET /users`; with a user token and no parameter, returns that user. */
export function users(call: HelixCall): HelixAnswer {
  const {
    query,
    token,
    ports: { world },
  } = call;
  const keys = listed(query, 'id', 'login');
  if (!keys) return TOO_MANY;
  const [ids = [], logins = []] = keys;
  if (!ids.every((id) => IS_ID.test(id)) || !logins.every((login) => IS_LOGIN.test(login)))
    return refusal(400, 'Invalid username(s), email(s), or ID(s). Bad Identifiers.');
  const own = ids.length + logins.length === 0 ? token.userId : null;
  if (ids.length + logins.length === 0 && own === null)
    return refusal(400, 'Must provide an ID, Login or OAuth Token.');
  const found = [...ids, ...(own === null ? [] : [own])]
    .map((id) => userOf(world, id))
    .concat(logins.map((login) => userNamed(world, login)));
  const known = new Map(found.flatMap((user) => (user ? [[user.id, user] as const] : [])));
  return ok({ data: [...known.values()].map((user) => rowOf(user, call)) });
}
