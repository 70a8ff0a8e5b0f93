import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AboutPage } from './AboutPage.tsx';
import { AuthorPage } from './AuthorPage.tsx';
import { CategoryPage } from './CategoryPage.tsx';
import { ContactPage } from './ContactPage.tsx';
import { GuidePage } from './GuidePage.tsx';
import { HomePage } from './HomePage.tsx';
import { PrivacyPage } from './PrivacyPage.tsx';
import { ProblemPage } from './ProblemPage.tsx';
import type {
  AboutProps,
  AuthorProps,
  CategoryProps,
  ContactProps,
  GuideProps,
  HomeProps,
  PrivacyProps,
  ProblemProps,
  ReviewProps,
  SearchProps,
  Shell,
  ShutProps,
} from './props.ts';
import { ReviewPage } from './ReviewPage.tsx';
import { SearchPage } from './SearchPage.tsx';
import { ShutPage } from './ShutPage.tsx';
import { TermsPage } from './TermsPage.tsx';

const html = (page: ReactElement): string => `<!doctype html>${renderToStaticMarkup(page)}`;

/** Each page as HTML, from plain values alone. The bundle of this file is what the server loads. */
export const renderHome = (shell: Shell, props: HomeProps): string => html(<HomePage shell={shell} {...props} />);

export const renderGuide = (shell: Shell, props: GuideProps): string => html(<GuidePage shell={shell} {...props} />);

export const renderReview = (shell: Shell, props: ReviewProps): string => html(<ReviewPage shell={shell} {...props} />);

export const renderSearch = (shell: Shell, props: SearchProps): string => html(<SearchPage shell={shell} {...props} />);

export const renderCategory = (shell: Shell, props: CategoryProps): string =>
  html(<CategoryPage shell={shell} {...props} />);

export const renderAuthor = (shell: Shell, props: AuthorProps): string => html(<AuthorPage shell={shell} {...props} />);

export const renderAbout = (shell: Shell, props: AboutProps): string => html(<AboutPage shell={shell} {...props} />);

export const renderContact = (shell: Shell, props: ContactProps): string =>
  html(<ContactPage shell={shell} {...props} />);

export const renderTerms = (shell: Shell): string => html(<TermsPage shell={shell} />);

export const renderPrivacy = (shell: Shell, props: PrivacyProps): string =>
  html(<PrivacyPage shell={shell} {...props} />);

export const renderProblem = (shell: Shell, props: ProblemProps): string =>
  html(<ProblemPage shell={shell} {...props} />);

export const renderShut = (shell: Shell, props: ShutProps): string => html(<ShutPage shell={shell} {...props} />);
