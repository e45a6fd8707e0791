/** The page's colours in a form with which mermaid can calculate. */
export function themeVariables(): Record<string, unknown> {
  const style = getComputedStyle(document.body);
  const pen = document.createElement("canvas").getContext("2d");
  const color = (...names: string[]): string => {
    for (const name of names) {
      const value = style.getPropertyValue(`--vscode-${name}`).trim();
      if (value === "" || !pen) continue;
      pen.fillStyle = "#010203";
      pen.fillStyle = value;
      if (pen.fillStyle !== "#010203") return pen.fillStyle;
    }
    return "#808080";
  };
  const text = color("editor-foreground", "foreground");
  const background = color("editor-background");
  const box = color("textCodeBlock-background", "editorWidget-background", "editor-background");
  const raised = color("editorWidget-background", "editor-background");
  const line = color("contrastBorder", "descriptionForeground", "foreground");
  return {
    darkMode: document.body.matches(".vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)"),
    background,
    primaryColor: box,
    primaryTextColor: text,
    primaryBorderColor: line,
    secondaryColor: raised,
    secondaryTextColor: text,
    secondaryBorderColor: line,
    tertiaryColor: background,
    tertiaryTextColor: text,
    tertiaryBorderColor: line,
    lineColor: line,
    textColor: text,
    mainBkg: box,
    nodeBorder: line,
    clusterBkg: background,
    clusterBorder: line,
    edgeLabelBackground: background,
    titleColor: text,
    noteBkgColor: raised,
    noteTextColor: text,
    noteBorderColor: line,
    actorBkg: box,
    actorTextColor: text,
    actorBorder: line,
    signalColor: text,
    signalTextColor: text,
    labelBoxBkgColor: box,
    labelTextColor: text,
    loopTextColor: text,
    packet: {
      startByteColor: text,
      endByteColor: text,
      titleColor: text,
      labelColor: text,
      blockFillColor: box,
      blockStrokeColor: line,
    },
    errorBkgColor: raised,
    errorTextColor: color("errorForeground"),
  };
}
