import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Icon } from '../components/icon.tsx';
import { isAllowed, type Section } from './page.ts';
import { navigation } from './pages.ts';
import { useSession } from './session.tsx';
import classes from './shell.module.css';

const SECTION_TITLES: Readonly<Record<Section, string>> = {
  work: 'Work',
  developers: 'Developers',
  workspace: 'Workspace',
  account: 'You',
};

/** The links to the pages that the role of the user sees. */
export function Navigation() {
  const { user } = useSession();
  // It is on the page twice while the drawer is open.
  const id = useId();
  return (
    <nav aria-label="Console" className={classes.navigation}>
      {navigation.map(({ section, pages }) => {
        const allowed = pages.filter((page) => isAllowed(page, user.role));
        if (allowed.length === 0) return null;
        return (
          <div key={section} role="group" aria-labelledby={`${id}-${section}`}>
            <h2 id={`${id}-${section}`} className={classes.sectionTitle}>
              {SECTION_TITLES[section]}
            </h2>
            <ul className={classes.links}>
              {allowed.map(({ path, title, place }) => (
                <li key={path}>
                  <Link to={path} className={classes.link} activeOptions={{ includeSearch: false }}>
                    <Icon name={place.icon} size={17} />
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
