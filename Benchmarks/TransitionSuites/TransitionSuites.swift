// TransitionSuites
