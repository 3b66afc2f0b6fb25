import { type Channel } from '#libs/contracts';
import { NavLink } from 'react-router-dom';
import { Avatar } from '../../components/ui/avatar.js';
import { InView } from '../../components/ui/in-view.js';
import { PATHS } from '../../lib/paths.js';
import './channel-form.css';

/** px: estimated height of a row, until it is drawn. */
const ROW = 57;

export function ChannelList({ channels }: { readonly channels: readonly Channel[] }) {
  return (
    <ul className="channel-list">
      {channels.map((c) => (
        <InView key={c.uuid} as="li" estimate={ROW}>
          <NavLink to={PATHS.channel(c.uuid)} className={({ isActive }) => (isActive ? 'on' : '')}>
            <Avatar name={c.displayName} picture={c.profilePictureUrl} />
            <span className="grow cut">
              <span className="cut">{c.displayName}</span>
              <div className="url mono cut">{c.url}</div>
            </span>
          </NavLink>
        </InView>
      ))}
    </ul>
  );
}
