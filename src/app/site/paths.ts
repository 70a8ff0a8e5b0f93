/** Where things stand on the site, from the root. */

export const guidePath = ({ id, slug }: { id: number; slug: string }): string =>
  `/listicles/${id}${slug ? `-${slug}` : ''}`;

export const reviewPath = (slug: string): string => `/offer-reviews/${slug}`;

export const categoryPath = (slug: string): string => `/categories/${slug}`;

export const authorPath = (slug: string): string => `/authors/${slug}`;
