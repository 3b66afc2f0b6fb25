import { OutsideError } from '#libs/errors';
import type { HouseApi } from '../stage/house-api.js';

async function ledTo(address: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' });
  const to = answer.headers.get('location');
  if (to === null) throw new OutsideError('sign-in', `${address} leads nowhere: ${String(answer.status)}`);
  return new URL(to, address).href;
}

/** As the operator's browser does it: to the site, which says yes, and back to the house by whatever name it has. */
export async function signIn(api: HouseApi, kind: string): Promise<void> {
  const back = new URL(await ledTo(await api.signInAddress(kind)));
  const end = await ledTo(`${api.url}${back.pathname}${back.search}`);
  if (!new URL(end).searchParams.has('signed_in')) throw new OutsideError('sign-in', `signing in ended at ${end}`);
}
