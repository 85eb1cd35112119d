#!/usr/bin/env node
import { main } from '../dist/stdio.js';

await main(process.argv.slice(2));
