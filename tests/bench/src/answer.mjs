// Answers to the lines of stdin: JSON objects whose first member names a function.
import { createInterface } from 'node:readline';

/** Answers each line with one of stdout, until stdin ends; then calls `close`. */
export async function answerLines(answers) {
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    const [name] = Object.keys(message);
    let answer;
    try {
      answer = await answers[name](message);
    } catch (error) {
      answer = { error: String(error?.message ?? error) };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  await answers.close();
}
