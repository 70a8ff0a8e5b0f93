import { startProgram } from './program.ts';

await startProgram();
