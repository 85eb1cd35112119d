import type { Role } from '@parley/contracts';
import type { FunctionComponent } from 'react';
import type { IconName } from '../components/icon-paths.ts';

/** The groups of the navigation, in their order. */
export const SECTIONS = ['work', 'developers', 'workspace', 'account'] as const;
export type Section = (typeof SECTIONS)[number];

/** Its place in the navigation; a page without one is reached from another page. */
export interface Place {
  section: Section;
  /** Place within the section, ascending. */
  order: number;
  icon: IconName;
}

export interface PageDefinition {
  /** Path below that of the console, such as `/tickets/$ticketId`. */
  path: string;
  title: string;
  place?: Place;
  /** The roles that see it; all unless they are given. */
  roles?: readonly Role[];
  /** Loaded when the page is first opened; its default export is the page. */
  view: () => Promise<{ default: FunctionComponent }>;
}

/**
 * Defines the pages of a folder: the default export of `pages/<noun>/route.ts`, where the router and the navigation find
 * them. The file is part of the first load, so it imports nothing else at run time.
 */
export function definePages(...pages: PageDefinition[]): readonly PageDefinition[] {
  return pages;
}

export function isAllowed(page: PageDefinition, role: Role): boolean {
  return page.roles === undefined || page.roles.includes(role);
}
