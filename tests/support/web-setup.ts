import { afterEach } from 'vitest';
import { clearPage } from './web.tsx';

// a hook of a module that files share would be known to the first of them only
afterEach(clearPage);
