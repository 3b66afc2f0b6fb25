import { type Channel } from '#libs/contracts';
import { NavLink } from 'react-router-dom';
import { Avatar } from '../../components/ui/avatar.js';
import { PATHS } from '../../lib/paths.js';
import './channel-form.css';

export function ChannelList({ channels }: { readonly channels: readonly Channel[] }) {
  return (
    <ul className="channel-list">
      {channels.map((c) => (
        <li key={c.uuid}>
          <NavLink to={PATHS.channel(c.uuid)} className={({ isActive }) => (isActive ? 'on' : '')}>
            <Avatar name={c.displayName} picture={c.profilePictureUrl} />
            <span className="grow cut"><span className="cut">{c.displayName}</span><div className="url mono cut">{c.url}</div></span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
