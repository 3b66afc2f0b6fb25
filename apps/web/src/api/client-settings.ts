import * as routes from '#libs/contracts';
import { type ClientSettings } from '#libs/contracts';
import { call } from '../lib/call.js';

/** The copy of the page's settings on the server; empty if none was saved. */
export const fetchClientSettings = async () => (await call(routes.getClientSettings)).data;

/** Saves this page's settings on the server, for other browsers. */
export const leaveClientSettings = (settings: ClientSettings) => call(routes.putClientSettings, { body: settings });
