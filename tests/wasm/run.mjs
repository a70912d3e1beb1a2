// Loads the wheel into Pyodide and prints the answers. Arguments: Pyodide's folder, the wheel, the Python file
// with the questions, and its two data files.
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { pathToFileURL } from "node:url";

const [folder, wheel, questions, ...data] = process.argv.slice(2);

// Node itself would quote the line that threw, and Pyodide's lines are a megabyte long.
process.on("uncaughtException", (error) => {
  console.error(error.stack);
  process.exit(1);
});

// Whatever is not in Pyodide or in the wheel is not to be had: there is no network.
const refuse = () => {
  throw new Error("The check runs without a network.");
};
globalThis.fetch = refuse;
Socket.prototype.connect = refuse;

const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: folder });
await pyodide.loadPackage(wheel, { messageCallback: () => {} });
pyodide.runPython(readFileSync(questions, "utf8"));
const answers = pyodide.globals.get("answers")(...data.map((path) => readFileSync(path, "utf8")));
const where = pyodide.runPython("import makiaveli, sys; f'{sys.platform} {makiaveli.__file__}'");
console.log(JSON.stringify({ where, answers: JSON.parse(answers) }));
