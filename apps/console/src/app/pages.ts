import { SECTIONS, type PageDefinition, type Section } from './page.ts';

const modules = import.meta.glob<{ default: readonly PageDefinition[] }>('../pages/*/route.ts', {
  eager: true,
});

/** All pages of the console. */
export const pages: readonly PageDefinition[] = Object.values(modules).flatMap((module) => module.default);

type PlacedPage = PageDefinition & Required<Pick<PageDefinition, 'place'>>;

/** The pages of the navigation, by section and order. */
export const navigation: readonly { section: Section; pages: readonly PlacedPage[] }[] = SECTIONS.map(
  (section) => ({
    section,
    pages: pages
      .filter((page): page is PlacedPage => page.place?.section === section)
      .sort((a, b) => a.place.order - b.place.order),
  }),
);
