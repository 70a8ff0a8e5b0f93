import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AboutPage } from './pages/AboutPage.tsx';
import { AuthorPage } from './pages/AuthorPage.tsx';
import { CategoryPage } from './pages/CategoryPage.tsx';
import { ContactPage } from './pages/ContactPage.tsx';
import { GuidePage } from './pages/GuidePage.tsx';
import { HomePage } from './pages/HomePage.tsx';
import { PrivacyPage } from './pages/PrivacyPage.tsx';
import { ProblemPage } from './pages/ProblemPage.tsx';
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
import { ReviewPage } from './pages/ReviewPage.tsx';
import { SearchPage } from './pages/SearchPage.tsx';
import { ShutPage } from './pages/ShutPage.tsx';
import { TermsPage } from './pages/TermsPage.tsx';

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
