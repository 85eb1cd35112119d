import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Icon } from '../components/icon.tsx';
import { isAllowed, SECTIONS } from './pages.ts';
import { useSession } from './session.tsx';
import classes from './shell.module.css';

/** The links to the pages that the role of the user sees. */
export function Navigation() {
  const { user } = useSession();
  // It is on the page twice while the drawer is open.
  const id = useId();
  return (
    <nav aria-label="Console" className={classes.navigation}>
      {SECTIONS.map((section) => (
        <div key={section.title} role="group" aria-labelledby={`${id}-${section.title}`}>
          <h2 id={`${id}-${section.title}`} className={classes.sectionTitle}>
            {section.title}
          </h2>
          <ul className={classes.links}>
            {section.pages.map((page) => {
              const { path, title, icon } = page;
              if (icon === undefined || !isAllowed(page, user.role)) return null;
              return (
                <li key={path}>
                  <Link to={path} className={classes.link} activeOptions={{ includeSearch: false }}>
                    <Icon name={icon} size={17} />
                    {title}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
