// An extension of another publisher that calls Plumbline's tools as an agent does, and reports the results.
const vscode = require("vscode");

exports.activate = ({ subscriptions }) => {
  const call = async (name, input) => {
    try {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      void vscode.window.showInformationMessage(`Agent got: ${content[0].value.slice(0, 200)}`);
    } catch (error) {
      void vscode.window.showInformationMessage(`Agent was refused: ${error.name}`);
    }
  };
  subscriptions.push(
    vscode.commands.registerCommand("plumblineTests.ask", () =>
      call("plumbline_ask", { question: "Where do *they* sing?\nAnd <b>why</b>?" }),
    ),
    vscode.commands.registerCommand("plumblineTests.search", () => call("plumbline_search", { query: "createParser" })),
  );
};
