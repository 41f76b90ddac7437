// An MCP client, as far as the benchmarks need one.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';

/** An MCP server over stdio, as far as a client needs one here. */
export class Server {
  #child;
  #next = 0;
  #waiting = new Map();
  // It leaves its files in its working directory.
  #folder = mkdtempSync(join(tmpdir(), 'webagents-bench-'));

  constructor(program, args) {
    const options = { cwd: this.#folder, stdio: ['pipe', 'pipe', 'inherit'] };
    this.#child = spawn(process.execPath, [resolve(program), ...args], options);
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const { id, result, error } = JSON.parse(line);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.refuse(new Error(error.message));
      else waiting?.keep(result);
    });
  }

  ask(method, params) {
    const id = ++this.#next;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((keep, refuse) => this.#waiting.set(id, { keep, refuse }));
  }

  async begin() {
    const clientInfo = { name: 'webagents-bench', version: '0' };
    await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  async close() {
    const ended = new Promise((keep) => this.#child.once('exit', keep));
    this.#child.stdin.end();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
